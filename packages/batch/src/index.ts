export { type BatchOptions, inBatches } from "./in-batches.ts";
export { takingTurns } from "./in-turn.ts";
export { wasRefused } from "./refusal.ts";
