import { csrfTokenOf, formBody, keepFormCookie, page, pageResponsesWith, readPageForm } from "@cardseal/identity";
import { Problem } from "@cardseal/platform";
import { languageOf, languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { cardLinkPath } from "@cardseal/subscriptions";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { bankPageOf } from "../bank-page.ts";
import { createCardTries } from "../card-tries.ts";
import { inLanguage, isAboutCard, returnQuery } from "../page-parts.ts";
import { openCardForm } from "../payer-page.route.ts";
import type { CardFormPlace, SubscribingPayers } from "../payers.ts";
import { cardPage, decidingCardPage, donePage, endedPage, type ShownCard, unknownCardLinkPage } from "./card-pages.ts";
import { type CardWords, cardWords, declineOf } from "./card-words.ts";
import { changeCard, findCardLink, maySameCardPay } from "./change-card.ts";

const path = `${cardLinkPath}/{token}`;

const described = {
	tags: ["Pages"],
	middleware: pageResponsesWith(unknownCardLinkPage),
	request: {
		params: z.object({ token: z.string().openapi({ description: "The token in the link" }) }),
		query: languageQuery,
	},
};

const unknown = { ...page.refused, description: "The link was used, has expired, or is invalid" };

export function cardPageRoutes(app: OpenAPIHono<GatewayEnv>, payers: SubscribingPayers, place: CardFormPlace): void {
	showRoute(app, payers, place);
	changeRoute(app, payers, place);
}

function showRoute(app: OpenAPIHono<GatewayEnv>, payers: SubscribingPayers, place: CardFormPlace): void {
	const route = createRoute({
		...described,
		method: "get",
		operationId: "showCardLink",
		path,
		summary: "The page on which the payer of a subscription gives another card, and pays what is owed",
		request: { ...described.request, query: languageQuery.extend(returnQuery) },
		responses: { 200: page.shown, 404: unknown },
	});
	app.openapi(route, async (context) => {
		const shown = await getShown(context, payers, context.req.query("transaction_id"));
		if (shown.returned?.status === "APPROVED") {
			return context.html(donePage(shown, shown.isOpen ? "paid" : "paidLast"), 200);
		}
		if (shown.inFlight !== null) {
			return context.html(decidingCardPage(shown, await bankPageOf(payers, shown.inFlight)), 200);
		}
		if (!shown.isOpen) return context.html(endedPage(shown), 200);
		const problem = shown.returned && declineOf(cardWords[shown.language].problems, shown.returned);
		return showForm(context, payers, place, shown, { problem, status: 200 });
	});
}

const typed = {
	token: z.string().optional().openapi({ description: "The card token of the form" }),
	same_card: z.string().optional().openapi({ description: "Without a token: the card of the subscription" }),
	owed: z.string().openapi({ description: "The cents that the page showed" }),
};

function changeRoute(app: OpenAPIHono<GatewayEnv>, payers: SubscribingPayers, place: CardFormPlace): void {
	const { publicUrl } = payers.payments;
	const tries = createCardTries(payers);
	const tooOften = async (address: string, { tooOften: words }: CardWords["problems"]) =>
		(await tries.count(address)) === undefined ? undefined : words;
	const route = createRoute({
		...described,
		method: "post",
		operationId: "changeCardByLink",
		path,
		summary: "Give another card, and pay what is owed",
		responses: {
			200: page.shown,
			303: page.redirected,
			400: page.refused,
			403: page.fromElsewhere,
			404: unknown,
		},
	});
	app.openAPIRegistry.registerPath({ ...route, request: { ...described.request, body: formBody(typed) } });
	app.openapi({ ...route, hide: true }, async (context) => {
		const shown = await getShown(context, payers);
		const form = await readPageForm(context, { publicUrl });
		if (!shown.isOpen) return context.html(endedPage(shown), 200);
		if (shown.inFlight !== null) return context.redirect(inLanguage(shown.path, shown.language), 303);
		const { problems } = cardWords[shown.language];
		const { clientAddress, requestId } = context.var;
		const problem = problemOfForm(shown, form) ?? (await tooOften(clientAddress, problems));
		if (problem !== undefined) return showForm(context, payers, place, shown, { problem, status: 400 });
		const payment = { token: form.get("token"), language: shown.language, clientAddress, requestId };
		const end = await changeCard(payers, shown, payment).catch((error: unknown) => problemOf(error, problems));
		if (end === "paid" || end === "changed") return context.html(donePage(shown, end), 200);
		if (typeof end === "object") {
			return context.redirect((await bankPageOf(payers, end.inFlight)) ?? inLanguage(shown.path, shown.language), 303);
		}
		const now = { ...shown, ...(await findCardLink(payers, context.req.param("token") ?? "")) };
		return showForm(context, payers, place, now, { problem: problemAfter(end, now), status: 400 });
	});
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

/** @throws errors that are no problem of the card or the account */
function problemOf(error: unknown, problems: CardWords["problems"]): string {
	if (!(error instanceof Problem)) throw error;
	return isAboutCard(error.reason) ? problems.cardInvalid : problems.unavailable;
}

async function showForm(
	context: Context<GatewayEnv>,
	payers: SubscribingPayers,
	place: CardFormPlace,
	shown: ShownCard,
	{ problem, status }: { problem: string | undefined; status: 200 | 400 },
) {
	const { merchant } = shown;
	const ticket = context.req.param("token") ?? "";
	const csrfToken = csrfTokenOf(keepFormCookie(context));
	const card = await openCardForm(context, payers, place, { merchant, ticket, csrfToken });
	return context.html(cardPage(shown, card, problem), status);
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
