import { ofCustomer, subscriptionSchema } from "@cardseal/customers";
import { eventOf } from "@cardseal/events";
import type { Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { BusinessWork } from "@cardseal/platform/jobs";
import { createSubscriptionTables } from "./create-tables.store.ts";
import { cardExpiryWork } from "./dunning-mails/card-expiry.job.ts";
import type { CardLinks } from "./dunning-mails/card-link.ts";
import { readDueCardExpiring, readDuePaymentFailed, readDueSuspended } from "./dunning-mails/due-dunning-mail.ts";
import { planSchema } from "./plans/plan-record.ts";
import { namedSubscriptions } from "./plans/subscribed-plans.store.ts";
import { type RenewalRun, renewalWork } from "./renewal/renewal.job.ts";
import "./tables.ts";

/** Keys begin the types of events. */
const eventSchemas = {
	plan: eventOf("plan", planSchema).openapi("PlanEvent"),
	subscription: eventOf(
		"subscription",
		subscriptionSchema.extend(ofCustomer).openapi("SubscriptionOfCustomer"),
	).openapi("SubscriptionEvent"),
};

interface SubscriptionWorks {
	database: Database;
	clocks: Clocks;
	renewal: RenewalRun;
	unlessRestored: (work: BusinessWork) => BusinessWork;
}

/** The manifest of the service: what the gateway joins with that of others. */
export const subscriptions = {
	works: ({ database, clocks, renewal, unlessRestored }: SubscriptionWorks) => [
		unlessRestored(renewalWork(renewal)),
		cardExpiryWork({ database, clock: clocks.business }),
	],
	mails: (links: CardLinks) => ({
		payment_failed: readDuePaymentFailed(links),
		subscription_suspended: readDueSuspended(links),
		card_expiring: readDueCardExpiring(links),
	}),
	namedObjects: [namedSubscriptions],
	whileRestored: [/^(?:POST|PUT|DELETE) (?:\/app\/api)?\/plan-service\/plan(?:\/[^/]+)?$/],
	createTables: createSubscriptionTables,
	personalColumns: { subscriptions: ["email", "bcc_emails", "description", "metadata"] },
	eventSchemas,
} as const;

export { createRenewalRun } from "./renewal/renewal.job.ts";
export { type FindReported, type ReplayedRenewal, replayRenewals } from "./renewal/replay-renewals.ts";
export { subscriptionServiceRoutes, subscriptionWebRoutes } from "./routes.ts";
export { currentStatuses, subscriptionStatuses } from "./status.ts";
export { subscriptionRecordOf } from "./subscription-record.ts";
export { countSubscriptions, findRenewed, findSubscriptionsOf, isCardInUse } from "./subscriptions.store.ts";
export type { Subscriptions } from "./subscriptions.ts";
export { wholeCustomer, wholeCustomers } from "./whole-customer.ts";
