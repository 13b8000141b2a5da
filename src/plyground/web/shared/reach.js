// Under which address others reach this server.

import { get } from "./api.js";

/** The origin for links that are given to others, and whether they reach it; `joinable`: whether they could be let in.
 * @returns {Promise<{origin: string, isReachable: boolean, joinable: boolean}>} */
export async function reach() {
  if (!["localhost", "127.0.0.1", "[::1]"].includes(location.hostname))
    return { origin: location.origin, isReachable: true, joinable: false };
  const { addresses, joinable = false } = await get("/api/invitations");
  return { origin: (addresses[0] ?? location.origin).replace(/\/$/, ""), isReachable: addresses.length > 0, joinable };
}
