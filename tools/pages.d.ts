// What the pages' JavaScript is checked by, beside the types of the API (write_types.py).

/** A path with {} for each part that is filled in: the form in which `Api.Get` and `Api.Post` name it. */
type Pattern<P extends string> = P extends `${infer First}/${infer Rest}` ? `${Part<First>}/${Pattern<Rest>}` : Part<P>;
type Part<P extends string> = string extends P ? "{}" : `${number}` extends P ? "{}" : P;
/** What the API answers there; of a path that it does not have nothing is known, and a text may be any path. */
type Answered<A, P extends string> =
  Pattern<P> extends keyof A
    ? A[Pattern<P>] extends { answer: infer T }
      ? T
      : never
    : string extends P
      ? any
      : unknown;
type Asked<A, P extends string> =
  Pattern<P> extends keyof A
    ? A[Pattern<P>] extends { ask: infer T }
      ? T
      : never
    : string extends P
      ? Record<string, unknown>
      : never;
/** What is asked in a query, where null stands for nothing, too. */
type Queried<A, P extends string> = { [K in keyof Asked<A, P>]: Asked<A, P>[K] | null };

/** The type of which a value that is usual is an example. */
type Kind<T> = T extends string ? string : T extends boolean ? boolean : T extends number ? number : T;

/** What an element can be filled with; what is nothing is left out. */
type Child = Node | string | number | null | undefined | false;
type Children = Array<Child | Array<Child>>;

/** Attributes of an element E, "text" for what it says, and listeners: "onclick". */
type Attributes<E> = { text?: unknown } & {
  [K in keyof GlobalEventHandlersEventMap as `on${K}`]?:
    ((event: GlobalEventHandlersEventMap[K] & { target: E; currentTarget: E }) => unknown) | null | false;
} & { [name: string]: unknown };

type Look = Api.Look;
type View = Api.PositionView;
/** A position that is only looked at. */
type SeenView = Omit<View, "game" | "position" | "points"> & Partial<View>;
type Board = import("../src/plyground/web/board/board.js").Board;
type Surface = import("../src/plyground/web/board/surface.js").Surface;

type Analysis = import("../src/plyground/web/analysis/analysis.js").Analysis;
type EnginePanel = import("../src/plyground/web/analysis/engine_panel.js").EnginePanel;
type Review = import("../src/plyground/web/analysis/review.js").Review;
type Keeping = import("../src/plyground/web/analysis/keeping.js").Keeping;
type Chapters = import("../src/plyground/web/analysis/chapters.js").Chapters;
type Study = import("../src/plyground/web/analysis/study.js").Study;
type Chapter = import("../src/plyground/web/analysis/study.js").Chapter;
type MoveTree = import("../src/plyground/web/analysis/move_tree.js").Tree;
type MoveNode = import("../src/plyground/web/analysis/move_tree.js").MoveNode;

type SearchAlgorithm = Api.HomeworkExample["algorithm"];
/** Of trees of one's own: those of chance, too. */
type OwnAlgorithm = Api.Post["/api/explorer/handmade"]["ask"]["algorithm"];
type SearchTree = import("../src/plyground/web/explorer/search_tree.js").SearchTree;
type GrowingTree = import("../src/plyground/web/explorer/growing_tree.js").GrowingTree;
type AnyTree = SearchTree | GrowingTree;
type Shown = import("../src/plyground/web/explorer/shown.js").Shown;
type Drawing = import("../src/plyground/web/explorer/drawing.js").Drawing;
type Camera = import("../src/plyground/web/explorer/camera.js").Camera;

interface Window {
  /** The analysis page's, for the bar of a class. */
  analysis?: Analysis;
}

/** Rules of a game that differ from the usual ones. */
type Rules = Record<string, string>;
/** A place in a drawing. */
type Point = [number, number];
/** The sides of a drawing: left, right, top, bottom. */
type Extent = [number, number, number, number];
/** Where a pointer or a finger is. */
type Pointed = { clientX: number; clientY: number };
/** An arrow, or without `to` a circle, on a board. */
type Shape = { from: string; to?: string; kind?: string };

interface Array<T> {
  // as an index is: the last of a list that has one
  at(index: number): T;
}
interface Element {
  setAttribute(name: string, value: string | number | boolean): void;
}
interface UIEvent {
  // pages listen to what happens to their elements
  readonly target: HTMLElement;
}
interface EventTarget {
  // the pages' own events, with what they tell
  addEventListener<T = any>(type: string, listener: (event: CustomEvent<T>) => unknown): void;
  removeEventListener<T = any>(type: string, listener: (event: CustomEvent<T>) => unknown): void;
}
/** What a service worker has around it; the compiler's library has either pages or workers. */
interface WorkerScope {
  location: Location;
  clients: { claim(): Promise<void>; get(id: string): Promise<{ postMessage: Worker["postMessage"] } | undefined> };
  skipWaiting(): Promise<void>;
  registration: { waiting: object | null };
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "message", listener: (event: ExtendableEvent & { data: unknown; ports: readonly MessagePort[] }) => void): void;
}
interface ExtendableEvent extends Event {
  addRoutes?(rules: object): Promise<void>;
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  clientId: string;
  respondWith(answer: Promise<Response>): void;
}
