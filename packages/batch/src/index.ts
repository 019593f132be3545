export { type BatchQueue, createBatchQueue } from "./batch-queue.ts";
export { type GivenRow, givenRows } from "./given-rows.ts";
export { type BatchOptions, inBatches } from "./in-batches.ts";
export { createKeyedLock } from "./keyed-lock.ts";
export { wasRefused } from "./refusal.ts";
