import { addCard } from "@cardseal/customers";
import { formBody, page, readPageForm } from "@cardseal/identity";
import { portalPath } from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";
import { languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { isCurrent, type Subscription } from "@cardseal/subscriptions";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { bankPageOf } from "../bank-page.ts";
import { type CardWords, cardWords } from "../card-link/card-words.ts";
import { createCardTries } from "../card-tries.ts";
import { inLanguage, isAboutCard } from "../page-parts.ts";
import { giveCard, owedCentsOf } from "../pay-owed.ts";
import { openCardForm } from "../payer-page.route.ts";
import type { CardFormPlace, Payers } from "../payers.ts";
import { getShown, noSession, pageOfPortal, payerOf, toOverview } from "./current-session.route.ts";
import { getSubscription, listSubscriptions } from "./own-records.ts";
import { addCardPage, type ShownPortal } from "./portal-pages.ts";
import { ticketOf } from "./portal-session.ts";
import { portalWords } from "./portal-words.ts";
import { type PortalCaller, presentPayer } from "./present-payer.ts";

const typed = {
	token: z.string().openapi({ description: "The card token of the form" }),
	owed: z.string().optional().openapi({ description: "The cents that the page of a subscription showed" }),
};

const params = z.object({
	subscription_lookup_id: z.string().openapi({ description: "The subscription's lookup_id" }),
});

/** The page for any use, and that of one subscription. */
const pages = [
	{ path: `${portalPath}/card`, request: { query: languageQuery }, names: ["showPortalCardForm", "addPortalCard"] },
	{
		path: `${portalPath}/subscription/{subscription_lookup_id}/card`,
		request: { query: languageQuery, params },
		names: ["showPortalSubscriptionCardForm", "addPortalSubscriptionCard"],
	},
] as const;

interface NewCard extends ShownPortal {
	/** Is to have the card. */
	subscription: Subscription | undefined;
}

export function newCardRoutes(app: OpenAPIHono<GatewayEnv>, payers: Payers, place: CardFormPlace): void {
	const { publicUrl } = payers.payments;
	const tries = createCardTries(payers);
	for (const { path, request, names } of pages) {
		const shownRoute = createRoute({
			...pageOfPortal,
			method: "get",
			operationId: names[0],
			path,
			summary: "The form for a new card",
			request,
			responses: { 200: page.shown, 404: page.refused },
		});
		app.openapi(shownRoute, async (context) => showForm(context, payers, place, await getNewCard(context, payers)));
		const addRoute = createRoute({
			...pageOfPortal,
			method: "post",
			operationId: names[1],
			path,
			summary: "Store a card",
			request,
			responses: { 303: page.redirected, 400: page.refused, 403: page.fromElsewhere, 404: page.refused },
		});
		app.openAPIRegistry.registerPath({ ...addRoute, request: { ...request, body: formBody(typed) } });
		app.openapi({ ...addRoute, hide: true }, async (context) => {
			const shown = await getNewCard(context, payers);
			const form = await readPageForm(context, { publicUrl, csrfToken: shown.csrfToken });
			const isWithin = async () => (await tries.count(context.var.clientAddress)) === undefined;
			const end = await storeCard(payers, shown, { form, isWithin, caller: payerOf(context) });
			if ("done" in end) return toOverview(context, shown, end.done);
			if ("next" in end) return context.redirect(end.next, 303);
			return showForm(context, payers, place, shown, end.problem);
		});
	}
}

interface Given {
	form: ReadonlyMap<string, string>;
	/** Counts an attempt. */
	isWithin(): Promise<boolean>;
	caller: PortalCaller;
}

async function storeCard(
	payers: Payers,
	shown: NewCard,
	{ form, isWithin, caller }: Given,
): Promise<{ done: "added" | "changed" | "paid" } | { problem: string } | { next: string }> {
	const { language, subscription } = shown;
	const { problems } = cardWords[language];
	// The payer agreed to the amount that the page showed.
	const owed = subscription && String(owedCentsOf(subscription) ?? 0);
	if (owed !== form.get("owed")) return { problem: portalWords[language].problems.changedSince };
	const token = form.get("token");
	if (token === undefined) return { problem: problems.cardInvalid };
	if (!(await isWithin())) return { problem: problems.tooOften };
	try {
		const end = await addAndGive(payers, shown, token, caller);
		if (typeof end === "object")
			return { next: (await bankPageOf(payers, end.inFlight)) ?? inLanguage(portalPath, language) };
		return end === "added" || end === "changed" || end === "paid" ? { done: end } : { problem: problems[end] };
	} catch (error) {
		return { problem: problemOf(error, problems) };
	}
}

/** Verifies by the account of the subscription's currency. */
async function addAndGive(payers: Payers, shown: NewCard, token: string, caller: PortalCaller) {
	const { merchant, customer, subscription } = shown;
	const currency =
		(subscription ?? (await listSubscriptions(payers, shown)).at(-1))?.currency ?? merchant.currencies[0];
	const source = { token, ip_address: caller.clientAddress, currency };
	const access = { merchant, channel: "E_COMMERCE" } as const;
	const added = await addCard(payers.payments, access, customer.lookup_id, source, caller);
	if ("refusal" in added) return "card_refused";
	if (subscription === undefined) return "added";
	const given = { merchant, subscription, customerLookupId: customer.lookup_id, owedCents: owedCentsOf(subscription) };
	const payer = presentPayer(payers, { ...shown, subscription }, added.browser, caller);
	return giveCard(payers, given, { cardLookupId: added.cardLookupId, payer, caller });
}

/** @throws errors that are no problem of the card or the account */
function problemOf(error: unknown, problems: CardWords["problems"]): string {
	if (!(error instanceof Problem) || error.code === "NOT_FOUND") throw error;
	return isAboutCard(error.reason) ? problems.cardInvalid : problems.unavailable;
}

async function showForm(
	context: Context<GatewayEnv>,
	payers: Payers,
	place: CardFormPlace,
	shown: NewCard,
	problem?: string,
) {
	const { merchant, csrfToken } = shown;
	const card = await openCardForm(context, payers, place, { merchant, ticket: ticketOf(payers, shown), csrfToken });
	const content = addCardPage(shown, card, { subscription: shown.subscription, problem });
	return problem === undefined ? context.html(content, 200) : context.html(content, 400);
}

/** @throws Problem 404 */
async function getNewCard(context: Context<GatewayEnv>, payers: Payers): Promise<NewCard> {
	const lookupId = context.req.param("subscription_lookup_id");
	if (lookupId === undefined) return { ...(await getShown(context, payers, "/card")), subscription: undefined };
	const shown = await getShown(context, payers, `/subscription/${lookupId}/card`);
	const subscription = await getSubscription(payers, shown, lookupId);
	if (!isCurrent(subscription.status)) throw noSession();
	return { ...shown, subscription };
}
