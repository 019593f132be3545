import { findCardsOf } from "@cardseal/customers";
import { getSettings, portalPath } from "@cardseal/merchants";
import { languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { NetworkLimit } from "@cardseal/platform/network";
import { inLanguage, page, pageRoute, readPageForm } from "@cardseal/platform/pages";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { cardWords, declineOf } from "../card-link/card-words.ts";
import { returnQuery } from "../page-parts.ts";
import { bankPageOf, createCardTries, owedCentsOf } from "../pay-owed.ts";
import { payerOf } from "../payer-page.route.ts";
import type { Payers } from "../payers.ts";
import { changeOwnSubscription, getFollowedSubscription, isDone } from "./change-subscription.ts";
import { getShown, pageOfPortal, toOverview } from "./current-session.route.ts";
import { findOwnPayment } from "./own-records.ts";
import { type ShownPortal, type ShownSubscription, subscriptionPage } from "./portal-pages.ts";
import { portalWords } from "./portal-words.ts";

const described = { ...pageOfPortal, path: `${portalPath}/subscription/{subscription_lookup_id}` };
const params = z.object({
	subscription_lookup_id: z.string().openapi({ description: "The subscription's lookup_id" }),
});

const typed = {
	action: z.enum(["card", "pause", "resume", "cancel"]).openapi({ description: "What to do" }),
	card: z.string().optional().openapi({ description: "The lookup_id of the card to use" }),
	owed: z.string().optional().openapi({ description: "The cents that the page showed" }),
};

export function subscriptionRoutes(app: OpenAPIHono<GatewayEnv>, payers: Payers): void {
	const tries = createCardTries(payers);
	const show = {
		...described,
		method: "get",
		operationId: "showPortalSubscription",
		summary: "One of the customer's subscriptions",
		request: { params, query: languageQuery.extend(returnQuery) },
		responses: { 200: page.shown, 303: page.redirected, 404: page.refused },
	} as const;
	pageRoute(app, show, async (context) => {
		const visit = await getVisit(context, payers);
		const returnedFrom = context.req.query("transaction_id");
		const payment = returnedFrom === undefined ? undefined : await findOwnPayment(payers, visit, returnedFrom);
		if (payment?.status === "APPROVED") return toOverview(context, visit, "paid");
		const isDeclined = payment?.status === "DECLINED";
		const problem = isDeclined ? declineOf(cardWords[visit.language].problems, payment) : undefined;
		return context.html(subscriptionPage(visit, { ...visit, problem }), 200);
	});
	const change = {
		...described,
		method: "post",
		operationId: "changePortalSubscription",
		summary: "Pay by another card; pause, resume or cancel",
		request: { params, query: languageQuery },
		fields: typed,
		responses: { 303: page.redirected, 400: page.refused, 403: page.fromElsewhere, 404: page.refused },
	} as const;
	pageRoute(app, change, (context) => takeChange(context, payers, tries));
}

async function takeChange(context: Context<GatewayEnv>, payers: Payers, tries: NetworkLimit) {
	const visit = await getVisit(context, payers);
	const { language, subscription, csrfToken } = visit;
	const form = await readPageForm(context, { publicUrl: payers.payments.publicUrl, csrfToken });
	const caller = payerOf(context);
	const again = async (problem: string) => {
		const now = await getVisit(context, payers);
		return context.html(subscriptionPage(now, { ...now, problem }), 400);
	};
	const problems = { ...cardWords[language].problems, ...portalWords[language].problems };
	const owedCents = owedCentsOf(subscription);
	const action = typed.action.safeParse(form.get("action")).data;
	const isCharge = action === "card" && owedCents !== undefined;
	if (isCharge && (await tries.count(caller.clientAddress)) !== undefined) return again(problems.tooOften);
	if (action === undefined) return again(problems.notOffered);
	// The payer agreed to the amount that the page showed.
	if (action === "card" && form.get("owed") !== String(owedCents ?? 0)) return again(problems.changedSince);
	const end = await changeOwnSubscription(payers, visit, { action, cardLookupId: form.get("card") }, caller);
	if (typeof end === "object") {
		return context.redirect((await bankPageOf(payers, end.inFlight)) ?? inLanguage(visit.path, language), 303);
	}
	return isDone(end) ? toOverview(context, visit, end) : again(problems[end]);
}

/** @throws Problem 404 */
async function getVisit(context: Context<GatewayEnv>, payers: Payers): Promise<ShownPortal & ShownSubscription> {
	const lookupId = context.req.param("subscription_lookup_id") ?? "";
	const shown = await getShown(context, payers, `/subscription/${lookupId}`);
	const { database } = payers.payments;
	const [subscription, cards, { portal }] = await Promise.all([
		getFollowedSubscription(payers, shown, lookupId),
		findCardsOf(database, [shown.customer.id]),
		getSettings(database, shown.merchant.id),
	]);
	const inFlight = subscription.charging_transaction_id;
	const bank = inFlight === null ? undefined : await bankPageOf(payers, inFlight);
	return { ...shown, subscription, cards, portal, bank };
}
