import { environmentOf, type Merchant } from "@cardseal/merchants";
import { type Language, languages } from "@cardseal/platform";
import { unauthenticated } from "@cardseal/platform/audit";
import { languageOf } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { csrfTokenOf, keepFormCookie } from "@cardseal/platform/pages";
import type { Context } from "hono";
import type { CardForm } from "./page-parts.ts";
import type { CardFormPlace, LinkPayers, PayerCaller } from "./payers.ts";

/** The reader's choice, then the preferred language, then the browser's. */
export function languageFor(context: Context<GatewayEnv>, preferred: Language | null | undefined): Language {
	const chosen = languages.find((language) => language === context.req.query("lang"));
	return chosen ?? preferred ?? languageOf(context);
}

export function payerOf(context: Context<GatewayEnv>): PayerCaller {
	const { clientAddress, requestId } = context.var;
	return { ...unauthenticated({ clientAddress, requestId }), clientAddress };
}

/** Lets the page have a card form: by default under the ticket and the cookie of a link's page. */
export async function openCardForm(
	context: Context<GatewayEnv>,
	{ payments: { vault } }: LinkPayers,
	place: CardFormPlace,
	merchant: Merchant,
	given?: Pick<CardForm, "ticket" | "csrfToken">,
): Promise<CardForm> {
	context.header("Content-Security-Policy", place.policy);
	const publicKey = await vault.publicKeyOf({ id: merchant.id, environment: environmentOf(merchant) });
	const { ticket, csrfToken } = given ?? {
		ticket: context.req.param("token") ?? "",
		csrfToken: csrfTokenOf(keepFormCookie(context)),
	};
	return { ...place, publicKey, ticket, csrfToken };
}
