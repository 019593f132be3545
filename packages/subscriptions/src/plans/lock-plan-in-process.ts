import { createKeyedLock } from "@cardseal/batch";

/** Waiting requests hold no connection. */
export const lockPlanInProcess = createKeyedLock();
