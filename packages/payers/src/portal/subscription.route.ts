import { findCardsOf } from "@cardseal/customers";
import { formBody, page, readPageForm } from "@cardseal/identity";
import { getSettings, portalPath } from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";
import { languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { changeSubscription, currentStatuses, type Subscription } from "@cardseal/subscriptions";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { bankPageOf } from "../bank-page.ts";
import { cardWords, declineOf } from "../card-link/card-words.ts";
import { createCardTries } from "../card-tries.ts";
import { inLanguage, returnQuery } from "../page-parts.ts";
import { giveCard, owedCentsOf } from "../pay-owed.ts";
import type { Payers } from "../payers.ts";
import {
	getShown,
	type PortalCaller,
	pageOfPortal,
	payerOf,
	presentPayer,
	toOverview,
} from "./current-session.route.ts";
import { findOwnPayment, getCard, getSubscription } from "./own-records.ts";
import { type ShownPortal, type ShownSubscription, subscriptionPage } from "./portal-pages.ts";
import { type PortalWords, portalWords } from "./portal-words.ts";

const path = `${portalPath}/subscription/{subscription_lookup_id}`;
const params = z.object({
	subscription_lookup_id: z.string().openapi({ description: "The subscription's lookup_id" }),
});
const described = { ...pageOfPortal, path, request: { params, query: languageQuery } };

const typed = {
	action: z.enum(["card", "pause", "resume", "cancel"]).openapi({ description: "What to do" }),
	card: z.string().optional().openapi({ description: "The lookup_id of the card to use" }),
	owed: z.string().optional().openapi({ description: "The cents that the page showed" }),
};

/** A payer in arrears cannot pause: that would drop what is owed. */
const statusChanges = {
	pause: { setting: "pause", from: ["ACTIVE"], to: "PAUSED", done: "paused" },
	resume: { setting: "pause", from: ["PAUSED"], to: "ACTIVE", done: "resumed" },
	cancel: { setting: "cancel", from: currentStatuses, to: "CANCELED", done: "canceled" },
} as const;

type Visit = ShownPortal & ShownSubscription;

export function subscriptionRoutes(app: OpenAPIHono<GatewayEnv>, payers: Payers): void {
	const { publicUrl } = payers.payments;
	const tries = createCardTries(payers);
	const shownRoute = createRoute({
		...described,
		method: "get",
		operationId: "showPortalSubscription",
		summary: "One of the customer's subscriptions",
		request: { params, query: languageQuery.extend(returnQuery) },
		responses: { 200: page.shown, 303: page.redirected, 404: page.refused },
	});
	app.openapi(shownRoute, async (context) => {
		const visit = await getVisit(context, payers);
		const { transaction_id: returnedFrom } = context.req.valid("query");
		const payment = returnedFrom === undefined ? undefined : await findOwnPayment(payers, visit, returnedFrom);
		if (payment?.status === "APPROVED") return toOverview(context, visit, "paid");
		const isDeclined = payment?.status === "DECLINED";
		const problem = isDeclined ? declineOf(cardWords[visit.language].problems, payment) : undefined;
		return context.html(subscriptionPage(visit, { ...visit, ...(problem !== undefined && { problem }) }), 200);
	});
	const changeRoute = createRoute({
		...described,
		method: "post",
		operationId: "changePortalSubscription",
		summary: "Pay by another card; pause, resume or cancel",
		responses: { 303: page.redirected, 400: page.refused, 403: page.fromElsewhere, 404: page.refused },
	});
	app.openAPIRegistry.registerPath({ ...changeRoute, request: { ...described.request, body: formBody(typed) } });
	app.openapi({ ...changeRoute, hide: true }, async (context) => {
		const visit = await getVisit(context, payers);
		const form = await readPageForm(context, { publicUrl, csrfToken: visit.csrfToken });
		const isCharge = form.get("action") === "card" && owedCentsOf(visit.subscription) !== undefined;
		const isTooOften = isCharge && (await tries.count(context.var.clientAddress)) !== undefined;
		const end = isTooOften
			? { problem: cardWords[visit.language].problems.tooOften }
			: await change(payers, visit, form, payerOf(context));
		if ("done" in end) return toOverview(context, visit, end.done);
		if ("next" in end) return context.redirect(end.next, 303);
		const now = await getVisit(context, payers);
		return context.html(subscriptionPage(now, { ...now, problem: end.problem }), 400);
	});
}

/** `next`: the bank's page, or the one that waits for it. */
type End = { done: keyof PortalWords["done"] } | { problem: string } | { next: string };

/** @throws Problem 404 for another customer's card */
async function change(
	payers: Payers,
	visit: Visit,
	form: ReadonlyMap<string, string>,
	caller: PortalCaller,
): Promise<End> {
	const { problems } = portalWords[visit.language];
	const action = typed.action.safeParse(form.get("action")).data;
	if (action === undefined) return { problem: problems.notOffered };
	try {
		if (action === "card") return await useCard(payers, visit, form, caller);
		const { setting, from, to, done } = statusChanges[action];
		if (!visit.portal[setting]) return { problem: problems.notOffered };
		const { merchant, customer, subscription } = visit;
		const named = { customerLookupId: customer.lookup_id, subscriptionLookupId: subscription.lookup_id, from };
		await changeSubscription(payers.subscriptions, merchant, named, { status: to }, caller);
		return { done };
	} catch (error) {
		if (!(error instanceof Problem) || error.code === "NOT_FOUND") throw error;
		const isLate = error.reason === "status_change_not_allowed";
		return { problem: isLate ? problems.changed : cardWords[visit.language].problems.unavailable };
	}
}

async function useCard(
	payers: Payers,
	visit: Visit,
	form: ReadonlyMap<string, string>,
	caller: PortalCaller,
): Promise<End> {
	const { merchant, customer, subscription, language } = visit;
	const { problems } = portalWords[language];
	const owedCents = owedCentsOf(subscription);
	// What the payer agreed to was shown.
	if (form.get("owed") !== String(owedCents ?? 0)) return { problem: problems.changed };
	const cardLookupId = form.get("card");
	if (cardLookupId === undefined) return { problem: problems.noCard };
	const card = await getCard(payers, visit, cardLookupId);
	const given = { merchant, subscription, customerLookupId: customer.lookup_id, owedCents };
	const payer = presentPayer(payers, visit, null, caller);
	const end = await giveCard(payers, given, { cardLookupId: card.lookup_id, payer, caller });
	if (typeof end === "object")
		return { next: (await bankPageOf(payers, end.inFlight)) ?? inLanguage(visit.path, language) };
	return end === "changed" || end === "paid" ? { done: end } : { problem: cardWords[language].problems[end] };
}

/** @throws Problem 404 */
async function getVisit(context: Context<GatewayEnv>, payers: Payers): Promise<Visit> {
	const lookupId = context.req.param("subscription_lookup_id") ?? "";
	const shown = await getShown(context, payers, `/subscription/${lookupId}`);
	const { database } = payers.payments;
	const [subscription, cards, { portal }] = await Promise.all([
		getFollowed(payers, shown, lookupId),
		findCardsOf(database, [shown.customer.id]),
		getSettings(database, shown.merchant.id),
	]);
	const inFlight = subscription.charging_transaction_id;
	const bank = inFlight === null ? undefined : await bankPageOf(payers, inFlight);
	return { ...shown, subscription, cards, portal, bank };
}

/** A charge that its payer's bank has decided may still be in flight for the subscription. */
async function getFollowed(payers: Payers, shown: ShownPortal, lookupId: string): Promise<Subscription> {
	const subscription = await getSubscription(payers, shown, lookupId);
	const { id, charging_transaction_id: inFlight } = subscription;
	const payment = inFlight === null ? undefined : await findOwnPayment(payers, shown, inFlight);
	if (payment === undefined || payment.status === "PENDING") return subscription;
	await payers.subscriptions.renewNow(id);
	return getSubscription(payers, shown, lookupId);
}
