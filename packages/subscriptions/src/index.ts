export { nextStep } from "./lifecycle.ts";
export { cardExpiryWork } from "./notices/card-expiry.job.ts";
export { readDueCardExpiring, readDuePaymentFailed, readDueSuspended } from "./notices/due-notice-mail.ts";
export { planSchema } from "./plans/plan-record.ts";
export { claimOne, type Due, freeClaim, listDueSubscriptions } from "./renewal/due-renewals.store.ts";
export { createRenewals, renew, renewalReference } from "./renewal/renew.ts";
export { createRenewalRun, renewalWork } from "./renewal/renewal.job.ts";
export { subscriptionServiceRoutes, subscriptionWebRoutes } from "./routes.ts";
export { currentStatuses, subscriptionStatuses } from "./status.ts";
export { subscriptionRecordOf } from "./subscription-record.ts";
export { countSubscriptions, findRenewed, findSubscriptionsOf, isCardInUse } from "./subscriptions.store.ts";
export type { Subscriptions } from "./subscriptions.ts";

import "./tables.ts";

export { wholeCustomer, wholeCustomers } from "./whole-customer.ts";
