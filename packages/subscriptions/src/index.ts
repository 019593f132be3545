export { changeSubscription } from "./change/change.ts";
export { cardLinkPath, isCardLinkFor, lookupIdOfCardLink } from "./notices/card-link.ts";
export { amountDue } from "./pricing.ts";
export { currentStatuses, isCurrent } from "./status.ts";
export { findByCard, findByLookupId, readWithOwners } from "./subscriptions.store.ts";
export type { Subscriptions } from "./subscriptions.ts";
export type { Subscription } from "./tables.ts";
