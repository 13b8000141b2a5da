// The link by which a friend comes to a game.

import { post } from "../shared/api.js";
import { $, copy, attempt } from "../shared/dom.js";
import { reach } from "../shared/reach.js";

let shown = "";

/** @param {string} invitation */
export async function showInvitation(invitation) {
  if (shown === invitation) return;
  shown = invitation;
  const { origin, isReachable, joinable } = await reach(),
    link = new URL(invitation, origin).href;
  $("#invitation").value = link;
  // a code that nobody else could open is none
  $("#qr").hidden = !isReachable;
  if (isReachable) $("#qr").src = `/api/invitations/qr.svg?text=${encodeURIComponent(link)}`;
  const hint = joinable ? "" : " Start it with --host 0.0.0.0 to invite other machines.";
  $("#reach").textContent = isReachable ? "" : `This link works on this machine only.${hint}`;
  $("#join").hidden = !joinable;
}

/** Let other machines in, and show a link that works for them. */
async function join() {
  await post("/api/invitations/join");
  const invitation = shown;
  shown = "";
  await showInvitation(invitation);
}

$("#join").addEventListener("click", () => attempt(join()));
$("#copy-invitation").addEventListener("click", () => copy($("#invitation").value, "Invitation"));
