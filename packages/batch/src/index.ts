export { columnOf } from "./column.ts";
export { type BatchOptions, inBatches } from "./in-batches.ts";
export { takingTurns } from "./in-turn.ts";
export { type Lane, openLane } from "./lane.ts";
export { wasRefused } from "./refusal.ts";
