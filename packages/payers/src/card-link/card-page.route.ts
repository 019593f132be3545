import { pageResponsesWith } from "@cardseal/identity";
import { Problem } from "@cardseal/platform";
import { languageOf, languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { NetworkLimit } from "@cardseal/platform/network";
import { inLanguage, page, pageRoute, readPageForm } from "@cardseal/platform/pages";
import { cardLinkPath } from "@cardseal/subscriptions";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { cardProblem, returnQuery } from "../page-parts.ts";
import { bankPageOf, createCardTries } from "../pay-owed.ts";
import { openCardForm, payerOf } from "../payer-page.route.ts";
import type { CardFormPlace, SubscribingPayers } from "../payers.ts";
import { cardPage, decidingCardPage, donePage, endedPage, type ShownCard, unknownCardLinkPage } from "./card-pages.ts";
import { cardWords, declineOf } from "./card-words.ts";
import { changeCard, findCardLink, maySameCardPay } from "./change-card.ts";

const described = {
	path: `${cardLinkPath}/{token}`,
	tags: ["Pages"],
	middleware: pageResponsesWith(unknownCardLinkPage),
};

const params = z.object({ token: z.string().openapi({ description: "The token in the link" }) });
const unknown = { ...page.refused, description: "The link was used, has expired, or is invalid" };

const typed = {
	token: z.string().optional().openapi({ description: "The card token of the form" }),
	same_card: z.string().optional().openapi({ description: "Without a token: the card of the subscription" }),
	owed: z.string().openapi({ description: "The cents that the page showed" }),
};

export function cardPageRoutes(app: OpenAPIHono<GatewayEnv>, payers: SubscribingPayers, place: CardFormPlace): void {
	const tries = createCardTries(payers);
	const show = {
		...described,
		method: "get",
		operationId: "showCardLink",
		summary: "The page on which the payer of a subscription gives another card, and pays what is owed",
		request: { params, query: languageQuery.extend(returnQuery) },
		responses: { 200: page.shown, 404: unknown },
	} as const;
	pageRoute(app, show, (context) => showCard(context, payers, place));
	const change = {
		...described,
		method: "post",
		operationId: "changeCardByLink",
		summary: "Give another card, and pay what is owed",
		request: { params, query: languageQuery },
		fields: typed,
		responses: { 200: page.shown, 303: page.redirected, 400: page.refused, 403: page.fromElsewhere, 404: unknown },
	} as const;
	pageRoute(app, change, (context) => takeCard(context, payers, place, tries));
}

async function showCard(context: Context<GatewayEnv>, payers: SubscribingPayers, place: CardFormPlace) {
	const shown = await getShown(context, payers, context.req.query("transaction_id"));
	if (shown.returned?.status === "APPROVED") {
		return context.html(donePage(shown, shown.isOpen ? "paid" : "paidLast"), 200);
	}
	if (shown.inFlight !== null) {
		return context.html(decidingCardPage(shown, await bankPageOf(payers, shown.inFlight)), 200);
	}
	if (!shown.isOpen) return context.html(endedPage(shown), 200);
	const problem = shown.returned && declineOf(cardWords[shown.language].problems, shown.returned);
	const card = await openCardForm(context, payers, place, shown.merchant);
	return context.html(cardPage(shown, card, problem), 200);
}

async function takeCard(
	context: Context<GatewayEnv>,
	payers: SubscribingPayers,
	place: CardFormPlace,
	tries: NetworkLimit,
) {
	const shown = await getShown(context, payers);
	const form = await readPageForm(context, payers.payments);
	const { path, language } = shown;
	if (!shown.isOpen) return context.html(endedPage(shown), 200);
	if (shown.inFlight !== null) return context.redirect(inLanguage(path, language), 303);
	const again = async (now: ShownCard, problem: string) =>
		context.html(cardPage(now, await openCardForm(context, payers, place, now.merchant), problem), 400);
	const { problems } = cardWords[language];
	const caller = payerOf(context);
	const problem = problemOfForm(shown, form);
	if (problem !== undefined) return again(shown, problem);
	if ((await tries.count(caller.clientAddress)) !== undefined) return again(shown, problems.tooOften);
	const payment = { token: form.get("token"), language, caller };
	const end = await changeCard(payers, shown, payment).catch((error: unknown) => cardProblem(error, problems));
	if (end === "paid" || end === "changed") return context.html(donePage(shown, end), 200);
	if (typeof end === "object") {
		return context.redirect((await bankPageOf(payers, end.inFlight)) ?? inLanguage(path, language), 303);
	}
	const now = { ...shown, ...(await findCardLink(payers, context.req.param("token") ?? "")) };
	return again(now, problemAfter(end, now));
}

/** @param end a problem, or its words */
function problemAfter(end: string, { language, lastAttempt }: ShownCard): string {
	const { problems } = cardWords[language];
	if (end === "declined") return declineOf(problems, lastAttempt);
	return end in problems ? problems[end as keyof typeof problems] : end;
}

function problemOfForm(shown: ShownCard, form: ReadonlyMap<string, string>): string | undefined {
	const { problems } = cardWords[shown.language];
	const [token, sameCard] = [form.get("token"), form.get("same_card")];
	// The payer agreed to the amount that the page showed.
	if (form.get("owed") !== String(shown.owedCents ?? 0)) return problems.changed;
	if (token !== undefined) return undefined;
	if (sameCard === undefined) return problems.cardInvalid;
	return maySameCardPay(shown) && sameCard === shown.card?.lookup_id ? undefined : problems.changed;
}

/** @throws Problem 404 */
async function getShown(
	context: Context<GatewayEnv>,
	payers: SubscribingPayers,
	returnedFrom?: string,
): Promise<ShownCard> {
	const token = context.req.param("token") ?? "";
	const find = () => findCardLink(payers, token, returnedFrom);
	let link = await find();
	const attempt = link?.returned;
	// Decided, but the subscription has not followed yet.
	if (link !== undefined && attempt?.transaction_id === link.inFlight && attempt?.status !== "PENDING") {
		await payers.subscriptions.renewNow(link.subscription.id);
		link = await find();
	}
	if (link === undefined) throw new Problem("link_invalid", "This link was used, has expired, or is invalid.");
	return { ...link, language: languageOf(context), path: `${cardLinkPath}/${token}` };
}
