// What an opened lesson can do without the server: its boards are there, and tries at its goals are judged. The answers
// are asked for beforehand, and kept by the service worker.

import { get } from "../shared/api.js";
import { IS_FAR, request } from "../shared/transport.js";

/** @type {(family: string) => `/api/lessons/${string}`} */
const address = (family) => `/api/lessons/${encodeURIComponent(family)}`;

/** Every board of a lesson, in the page's order.
 * @param {string} family */
export const boardsOf = (family) => get(`${address(family)}/boards`);
export const lessonOf = (/** @type {string} */ family) => get(address(family));

/** Have kept what a lesson needs, as soon as the service worker looks after the page.
 * @param {string} family @param {string[]} games */
export async function keep(family, games) {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !IS_FAR) return;
  if (!serviceWorker.controller)
    await new Promise((resolve) => {
      serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
  const paths = [`${address(family)}/boards`, address(family), ...games.map((name) => `/api/games/${name}`)];
  for (const path of paths) if (!(await caches.match(path))) await request(path);
}
