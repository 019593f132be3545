export { changeSubscription } from "./change/change.ts";
export { currentPeriod } from "./lifecycle.ts";
export { shownSubscriptions } from "./limits.ts";
export { cardLinkPath, isCardLinkFor, lookupIdOfCardLink } from "./notices/card-link.ts";
export { amountDue } from "./pricing.ts";
export { currentStatuses, isCurrent, type SubscriptionStatus } from "./status.ts";
export { findByCard, findByLookupId, findSubscriptionsOf, isCardInUse, readWithOwners } from "./subscriptions.store.ts";
export type { Subscriptions } from "./subscriptions.ts";
export type { Subscription } from "./tables.ts";
