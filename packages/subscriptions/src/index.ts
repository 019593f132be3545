export { changeSubscription } from "./change/change.ts";
export { cardLink, cardLinkPath, lookupIdOfCardLink, readCardLink } from "./notices/card-link.ts";
export { amountDue } from "./pricing.ts";
export { listPeriodAttempts, type PeriodAttempt } from "./renewal/period-attempts.store.ts";
export { currentStatuses, isCurrent } from "./status.ts";
export { findByCard, findByLookupId, readWithOwners } from "./subscriptions.store.ts";
export type { Subscriptions } from "./subscriptions.ts";
export type { Subscription } from "./tables.ts";
