export { keyReused, type UnstoredResponses } from "./answer-once.ts";
export { createIdempotencyTables } from "./create-tables.store.ts";
export { claimKey, deleteOldKeys, findKeyUse, storeResponse } from "./idempotency-keys.store.ts";
export { type KeyedCall, type KeyedRoute, type KeyedSteps, keyedRoute } from "./keyed.route.ts";
export type { Asked, KeyedRequest } from "./keyed-request.ts";

import "./tables.ts";
