export { type BatchQueue, createBatchQueue } from "./batch-queue.ts";
export { columnOf } from "./column.ts";
export { type BatchOptions, inBatches } from "./in-batches.ts";
export { createKeyedLock } from "./keyed-lock.ts";
export { wasRefused } from "./refusal.ts";
