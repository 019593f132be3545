/** The gateway's script has `load-challenge-apart.ts` in its place. */
export const loadChallenge = () => import("./challenge.ts");
