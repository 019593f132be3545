export { type BatchOptions, inBatches } from "./in-batches.ts";
export { wasRefused } from "./refusal.ts";
