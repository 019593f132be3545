import {
	csrfTokenOf,
	formBody,
	keepFormCookie,
	page,
	pageResponsesBy,
	problemPage,
	readPageForm,
} from "@cardseal/identity";
import { Problem } from "@cardseal/platform";
import { languageOf, languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createNetworkLimit } from "@cardseal/platform/network";
import { cardLinkPath } from "@cardseal/subscriptions";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { isAboutCard, publicKeyOf } from "../page-parts.ts";
import type { CardFormPlace, SubscribingPayers } from "../payers.ts";
import { cardPage, donePage, endedPage, type ShownCard, unknownCardLinkPage } from "./card-pages.ts";
import { type CardWords, cardWords } from "./card-words.ts";
import { changeCard, findCardLink } from "./change-card.ts";

const path = `${cardLinkPath}/{token}`;

/** A payer needs a few, a card tester thousands. */
const triesPerNetwork = [20, 100, 600] as const;
const windowMs = 10 * 60_000;

const described = {
	tags: ["Pages"],
	middleware: pageResponsesBy((problem, context) =>
		problem.code === "NOT_FOUND"
			? unknownCardLinkPage(languageOf(context))
			: problemPage(problem, context.get("requestId"), languageOf(context)),
	),
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
		responses: { 200: page.shown, 404: unknown },
	});
	app.openapi(route, async (context) => {
		const shown = await getShown(context, payers);
		return shown.isOpen ? showForm(context, payers, place, shown) : context.html(endedPage(shown), 200);
	});
}

const typed = {
	token: z.string().openapi({ description: "The card token of the form" }),
	owed: z.string().openapi({ description: "The cents that the page showed" }),
};

function changeRoute(app: OpenAPIHono<GatewayEnv>, payers: SubscribingPayers, place: CardFormPlace): void {
	const { database, clocks, publicUrl } = payers.payments;
	const tries = createNetworkLimit({
		database,
		clock: { now: () => clocks.real.now() },
		name: "card_link",
		limits: triesPerNetwork,
		windowMs,
	});
	const route = createRoute({
		...described,
		method: "post",
		operationId: "changeCardByLink",
		path,
		summary: "Give another card, and pay what is owed",
		responses: { 200: page.shown, 400: page.refused, 403: page.fromElsewhere, 404: unknown },
	});
	app.openAPIRegistry.registerPath({ ...route, request: { ...described.request, body: formBody(typed) } });
	app.openapi({ ...route, hide: true }, async (context) => {
		const shown = await getShown(context, payers);
		const form = await readPageForm(context, { publicUrl });
		if (!shown.isOpen) return context.html(endedPage(shown), 200);
		const { problems } = cardWords[shown.language];
		// What the payer agreed to was shown.
		if (form.get("owed") !== String(shown.owedCents ?? 0))
			return showForm(context, payers, place, shown, problems.changed);
		const token = form.get("token");
		if (token === undefined) return showForm(context, payers, place, shown, problems.cardInvalid);
		const { clientAddress, requestId } = context.var;
		if ((await tries.count(clientAddress)) !== undefined) {
			return showForm(context, payers, place, shown, problems.tooOften);
		}
		const end = await changeCard(payers, shown, { token, clientAddress, requestId }).catch((error: unknown) =>
			problemOf(error, problems),
		);
		if (end === "paid" || end === "changed") return context.html(donePage(shown, end), 200);
		return showForm(context, payers, place, shown, end in problems ? problems[end as keyof typeof problems] : end);
	});
}

/** @throws errors that are no problem of the card or the account */
function problemOf(error: unknown, problems: CardWords["problems"]): string {
	if (!(error instanceof Problem)) throw error;
	return isAboutCard(error.reason) ? problems.cardInvalid : problems.unavailable;
}

async function showForm(
	context: Context<GatewayEnv>,
	{ payments: { vault } }: SubscribingPayers,
	place: CardFormPlace,
	shown: ShownCard,
	problem?: string,
) {
	const publicKey = await publicKeyOf(vault, shown.merchant);
	context.header("Content-Security-Policy", place.policy);
	const ticket = context.req.param("token") ?? "";
	const csrfToken = csrfTokenOf(keepFormCookie(context));
	const content = cardPage(shown, { ...place, publicKey, ticket, csrfToken }, problem);
	return context.html(content, problem === undefined ? 200 : 400);
}

/** @throws Problem 404 */
async function getShown(context: Context<GatewayEnv>, payers: SubscribingPayers): Promise<ShownCard> {
	const token = context.req.param("token") ?? "";
	const link = await findCardLink(payers, token);
	if (link === undefined) throw new Problem("link_invalid", "This link was used, has expired, or is invalid.");
	return { ...link, language: languageOf(context), path: `${cardLinkPath}/${token}` };
}
