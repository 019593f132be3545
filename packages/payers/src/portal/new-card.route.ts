import { addCard } from "@cardseal/customers";
import { portalPath } from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";
import { languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { NetworkLimit } from "@cardseal/platform/network";
import { inLanguage, page, pageRoute, readPageForm } from "@cardseal/platform/pages";
import { isCurrent, type Subscription } from "@cardseal/subscriptions";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { cardWords } from "../card-link/card-words.ts";
import { cardProblem } from "../page-parts.ts";
import { bankPageOf, createCardTries, giveCard, owedCentsOf } from "../pay-owed.ts";
import { openCardForm, payerOf } from "../payer-page.route.ts";
import type { CardFormPlace, PayerCaller, Payers } from "../payers.ts";
import { presentPayer } from "./change-subscription.ts";
import { getShown, noSession, pageOfPortal, toOverview } from "./current-session.route.ts";
import { getSubscription, listSubscriptions } from "./own-records.ts";
import { addCardPage, type ShownPortal } from "./portal-pages.ts";
import { ticketOf } from "./portal-session.ts";
import { portalWords } from "./portal-words.ts";

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
	const tries = createCardTries(payers);
	for (const { path, request, names } of pages) {
		const show = {
			...pageOfPortal,
			method: "get",
			operationId: names[0],
			path,
			summary: "The form for a new card",
			request,
			responses: { 200: page.shown, 404: page.refused },
		} as const;
		pageRoute(app, show, async (context) => showForm(context, payers, place, await getNewCard(context, payers)));
		const add = {
			...pageOfPortal,
			method: "post",
			operationId: names[1],
			path,
			summary: "Store a card",
			request,
			fields: typed,
			responses: { 303: page.redirected, 400: page.refused, 403: page.fromElsewhere, 404: page.refused },
		} as const;
		pageRoute(app, add, (context) => takeCard(context, payers, place, tries));
	}
}

async function takeCard(context: Context<GatewayEnv>, payers: Payers, place: CardFormPlace, tries: NetworkLimit) {
	const shown = await getNewCard(context, payers);
	const { language, subscription, csrfToken } = shown;
	const form = await readPageForm(context, { publicUrl: payers.payments.publicUrl, csrfToken });
	const { problems } = cardWords[language];
	const caller = payerOf(context);
	const again = (problem: string) => showForm(context, payers, place, shown, problem);
	// The payer agreed to the amount that the page showed.
	const owed = subscription && String(owedCentsOf(subscription) ?? 0);
	if (owed !== form.get("owed")) return again(portalWords[language].problems.changedSince);
	const token = form.get("token");
	if (token === undefined) return again(problems.cardInvalid);
	if ((await tries.count(caller.clientAddress)) !== undefined) return again(problems.tooOften);
	try {
		const end = await addAndGive(payers, shown, token, caller);
		if (typeof end === "object") {
			return context.redirect((await bankPageOf(payers, end.inFlight)) ?? inLanguage(portalPath, language), 303);
		}
		if (end === "added" || end === "changed" || end === "paid") return toOverview(context, shown, end);
		return again(problems[end]);
	} catch (error) {
		if (error instanceof Problem && error.code === "NOT_FOUND") throw error;
		return again(cardProblem(error, problems));
	}
}

/** Verifies by the account of the subscription's currency. */
async function addAndGive(payers: Payers, shown: NewCard, token: string, caller: PayerCaller) {
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

async function showForm(
	context: Context<GatewayEnv>,
	payers: Payers,
	place: CardFormPlace,
	shown: NewCard,
	problem?: string,
) {
	const { merchant, csrfToken, subscription } = shown;
	const card = await openCardForm(context, payers, place, merchant, { ticket: ticketOf(payers, shown), csrfToken });
	return context.html(addCardPage(shown, card, { subscription, problem }), problem === undefined ? 200 : 400);
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
