import { findCardsOf } from "@cardseal/customers";
import { formBody, page, readPageForm } from "@cardseal/identity";
import { getSettings, portalPath } from "@cardseal/merchants";
import { languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { bankPageOf } from "../bank-page.ts";
import { cardWords, declineOf } from "../card-link/card-words.ts";
import { createCardTries } from "../card-tries.ts";
import { inLanguage, returnQuery } from "../page-parts.ts";
import { owedCentsOf } from "../pay-owed.ts";
import type { Payers } from "../payers.ts";
import { changeOwnSubscription, getFollowedSubscription, isDone } from "./change-subscription.ts";
import { getShown, pageOfPortal, payerOf, toOverview } from "./current-session.route.ts";
import { findOwnPayment } from "./own-records.ts";
import { type ShownPortal, type ShownSubscription, subscriptionPage } from "./portal-pages.ts";
import { type PortalWords, portalWords } from "./portal-words.ts";
import type { PortalCaller } from "./present-payer.ts";

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
			: await answerForm(payers, visit, form, payerOf(context));
		if ("done" in end) return toOverview(context, visit, end.done);
		if ("next" in end) return context.redirect(end.next, 303);
		const now = await getVisit(context, payers);
		return context.html(subscriptionPage(now, { ...now, problem: end.problem }), 400);
	});
}

/** `next`: the bank's page, or the one that waits for it. */
type End = { done: keyof PortalWords["done"] } | { problem: string } | { next: string };

/** @throws Problem 404 for another customer's card */
async function answerForm(
	payers: Payers,
	visit: Visit,
	form: ReadonlyMap<string, string>,
	caller: PortalCaller,
): Promise<End> {
	const { language } = visit;
	const { problems } = portalWords[language];
	const { problems: cardProblems } = cardWords[language];
	const action = typed.action.safeParse(form.get("action")).data;
	if (action === undefined) return { problem: problems.notOffered };
	// The payer agreed to the amount that the page showed.
	const isAsShown = form.get("owed") === String(owedCentsOf(visit.subscription) ?? 0);
	if (action === "card" && !isAsShown) return { problem: problems.changedSince };
	const end = await changeOwnSubscription(payers, visit, { action, cardLookupId: form.get("card") }, caller);
	if (typeof end === "object") {
		return { next: (await bankPageOf(payers, end.inFlight)) ?? inLanguage(visit.path, language) };
	}
	return isDone(end) ? { done: end } : { problem: { ...cardProblems, ...problems }[end] };
}

/** @throws Problem 404 */
async function getVisit(context: Context<GatewayEnv>, payers: Payers): Promise<Visit> {
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
