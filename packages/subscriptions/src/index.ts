export { daysLater } from "./calendar.ts";
export { changeSubscription } from "./change/change.ts";
export { createSubscription, type NewSubscription } from "./create/create.ts";
export { cardLink, cardLinkPath, lookupIdOfCardLink, readCardLink } from "./dunning-mails/card-link.ts";
export { currentPeriod } from "./lifecycle.ts";
export { shownSubscriptions } from "./limits.ts";
export { findPlan } from "./plans/plans.store.ts";
export { amountDue } from "./pricing.ts";
export { listPeriodAttempts, type PeriodAttempt } from "./renewal/attempt-list.store.ts";
export { currentStatuses, isCurrent, type SubscriptionStatus } from "./status.ts";
export { findByCard, findByLookupId, findSubscriptionsOf, isCardInUse, readWithOwners } from "./subscriptions.store.ts";
export { claimUntil, type PresentPayer, type Subscriptions } from "./subscriptions.ts";
export type { Plan, Subscription } from "./tables.ts";
export { wholeCustomer } from "./whole-customer.ts";

import "./audit-events.ts";
