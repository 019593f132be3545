import { changeCard, deleteCard } from "@cardseal/customers";
import { portalPath } from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";
import { languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { page, pageRoute, readPageForm } from "@cardseal/platform/pages";
import { currentStatuses, isCardInUse } from "@cardseal/subscriptions";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { payerOf } from "../payer-page.route.ts";
import type { Payers } from "../payers.ts";
import { getShown, pageOfPortal, toOverview } from "./current-session.route.ts";
import { getCard } from "./own-records.ts";
import { cardPage, type ShownPortal } from "./portal-pages.ts";
import { portalWords } from "./portal-words.ts";

const params = z.object({ card_lookup_id: z.string().openapi({ description: "The card's lookup_id" }) });
const described = {
	...pageOfPortal,
	path: `${portalPath}/card/{card_lookup_id}`,
	request: { params, query: languageQuery },
};

const typed = { action: z.enum(["default", "remove"]).openapi({ description: "Make it the default, or remove it" }) };

export function cardRoutes(app: OpenAPIHono<GatewayEnv>, payers: Payers): void {
	const show = {
		...described,
		method: "get",
		operationId: "showPortalCard",
		summary: "One of the customer's cards",
		responses: { 200: page.shown, 404: page.refused },
	} as const;
	pageRoute(app, show, async (context) => {
		const lookupId = lookupIdIn(context);
		return showCard(context, payers, await getShown(context, payers, `/card/${lookupId}`), lookupId);
	});
	const change = {
		...described,
		method: "post",
		operationId: "changePortalCard",
		summary: "Make a card the default, or remove it",
		fields: typed,
		responses: { 303: page.redirected, 400: page.refused, 403: page.fromElsewhere, 404: page.refused },
	} as const;
	pageRoute(app, change, (context) => takeAction(context, payers));
}

async function takeAction(context: Context<GatewayEnv>, payers: Payers) {
	const { payments } = payers;
	const cardLookupId = lookupIdIn(context);
	const shown = await getShown(context, payers, `/card/${cardLookupId}`);
	const form = await readPageForm(context, { publicUrl: payments.publicUrl, csrfToken: shown.csrfToken });
	const { merchant, customer, language } = shown;
	const card = { customerLookupId: customer.lookup_id, cardLookupId };
	const action = typed.action.safeParse(form.get("action")).data;
	const { problems, inUse } = portalWords[language];
	if (action === undefined) return showCard(context, payers, shown, cardLookupId, problems.notOffered);
	if (action === "default") {
		const access = { merchant, channel: "E_COMMERCE" } as const;
		await changeCard(payments, access, card, { is_default: true }, payerOf(context));
		return toOverview(context, shown, "default");
	}
	const isInUse = (transaction: typeof payments.database, id: string) => isCardInUse(transaction, id, currentStatuses);
	try {
		await deleteCard({ ...payments, isCardInUse: isInUse }, merchant, card, payerOf(context));
	} catch (error) {
		if (!(error instanceof Problem) || error.reason !== "card_in_use") throw error;
		return showCard(context, payers, shown, cardLookupId, inUse);
	}
	return toOverview(context, shown, "removed");
}

async function showCard(
	context: Context<GatewayEnv>,
	payers: Payers,
	shown: ShownPortal,
	lookupId: string,
	problem?: string,
) {
	const card = await getCard(payers, shown, lookupId);
	const isInUse = await isCardInUse(payers.payments.database, card.lookup_id, currentStatuses);
	return context.html(cardPage(shown, { card, isInUse, problem }), problem === undefined ? 200 : 400);
}

function lookupIdIn(context: Context<GatewayEnv>): string {
	return context.req.param("card_lookup_id") ?? "";
}
