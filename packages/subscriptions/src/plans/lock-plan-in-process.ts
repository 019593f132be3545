import { createKeyedLock } from "@cardseal/batch";

/** Limits the connections of requests that wait for a plan. */
export const lockPlanInProcess = createKeyedLock();
