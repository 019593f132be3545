export { columnOf } from "./column.ts";
export { type BatchOptions, inBatches } from "./in-batches.ts";
export { createKeyedLock } from "./in-turn.ts";
export { createSerialQueue, type SerialQueue } from "./lane.ts";
export { wasRefused } from "./refusal.ts";
