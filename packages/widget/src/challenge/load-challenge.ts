/** Replaced by `load-challenge-apart.ts` in the gateway's script. */
export const loadChallenge = () => import("./challenge.ts");
