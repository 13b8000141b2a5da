// What is projected: how to join, what is asked, how many have answered. No names, nothing to be pressed by mistake.

import { get, socket } from "../shared/api.js";
import { $, h, opened, attempt } from "../shared/dom.js";
import { Change } from "../shared/latest.js";
import { bars } from "./counts.js";

const changed = new Change();
async function show() {
  const view = await get("/api/class/audience"),
    { name, address, here, answered, task } = view;
  if (!changed.to(view)) return;
  $("#audience").hidden = false;
  $("#class-name").textContent = name;
  const link = address || `${location.origin}/class`;
  $("#address").textContent = link.replace(/^\w+:\/\//, "");
  $("#qr").src = `/api/invitations/qr.svg?text=${encodeURIComponent(link)}`;
  $("#qr").hidden = false;
  $("#here").textContent = here === 1 ? "1 is here" : `${here} are here`;
  const isPage = task?.kind === "page";
  $("#question").textContent = task
    ? task.text || (isPage ? "A page is shown" : "What would you play?")
    : "Join with your phone";
  $("#choices").replaceChildren(...(task?.choices ?? []).map((choice) => h("li", {}, choice)));
  $("#answered").textContent = task && !isPage ? `${answered} of ${here} have answered` : "";
  $("#counts").replaceChildren(...(task?.revealed ? [bars(task.counts, task.right)] : []));
  $("#page").hidden = !isPage;
  if (task && isPage) $("#page").href = task.path;
}

async function begin() {
  await show();
  socket("/api/class/wall", { onmessage: ({ dashboard }) => dashboard && attempt(show()) });
}
attempt(opened(begin()));
