import { personalLists } from "./personal-data.store.ts";
import "./audit-events.ts";
import { eventOf } from "@cardseal/events";
import type { Payments } from "@cardseal/payments";
import type { BusinessWork, Job } from "@cardseal/platform/jobs";
import type { Subscriptions } from "@cardseal/subscriptions";
import type { Vault } from "@cardseal/vault";
import { readDueLinks } from "./links/link-mail.ts";
import { linkEventSchema } from "./links/link-record.ts";
import { linkExpiryWork, paidLinksJob } from "./links/links.job.ts";
import { deleteOldRows } from "./old-rows.ts";
import { readDuePortalLinks } from "./portal/portal-mail.ts";
import "./tables.ts";

interface PayerJobs {
	payments: Payments;
	renewal: Pick<Subscriptions, "renewNow">;
	unlessRestored: (job: Job) => Job;
}

interface PayerWorks {
	payments: Payments;
	unlessRestored: (work: BusinessWork) => BusinessWork;
}

/** The manifest of the service: what the gateway joins with that of others. */
export const payers = {
	jobs: ({ payments, renewal: { renewNow }, unlessRestored }: PayerJobs) => [
		unlessRestored(paidLinksJob({ payments, subscriptions: { ...payments, renewNow } })),
	],
	works: ({ payments, unlessRestored }: PayerWorks) => [unlessRestored(linkExpiryWork({ payments }))],
	mails: (links: { vault: Vault; publicUrl: string }) => ({
		payment_link: readDueLinks(links),
		portal_link: readDuePortalLinks(links),
	}),
	deleteOldRows,
	personalLists,
	requiredPersonalColumns: { payment_links: ["description"] },
	personalColumns: { payment_links: ["email", "description", "metadata"] },
	eventSchemas: { payment_link: eventOf("payment_link", linkEventSchema).openapi("PaymentLinkEvent") },
} as const;

export { authenticationPageRoutes } from "./authentication/authentication-page.route.ts";
export { cardPageRoutes } from "./card-link/card-page.route.ts";
export { linkPageRoutes } from "./links/link-page.route.ts";
export { linkRoutes } from "./links/links.route.ts";
export { merchantOfTicket } from "./merchant-of-ticket.ts";
export type { CardFormPlace } from "./payers.ts";
export { portalSessionRoute } from "./portal/portal-session.route.ts";
export { portalPageRoutes } from "./portal/routes.ts";
