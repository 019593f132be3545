import type { Merchant } from "@cardseal/merchants";
import { type Language, languages } from "@cardseal/platform";
import { languageOf } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Context } from "hono";
import { type CardForm, publicKeyOf } from "./page-parts.ts";
import type { CardFormPlace, LinkPayers } from "./payers.ts";

/** The reader's choice, then the preferred language, then the browser's. */
export function languageFor(context: Context<GatewayEnv>, preferred: Language | null | undefined): Language {
	const chosen = languages.find((language) => language === context.req.query("lang"));
	return chosen ?? preferred ?? languageOf(context);
}

/** Lets the page have a card form. */
export async function openCardForm(
	context: Context<GatewayEnv>,
	{ payments: { vault } }: LinkPayers,
	place: CardFormPlace,
	{ merchant, ticket, csrfToken }: Pick<CardForm, "ticket" | "csrfToken"> & { merchant: Merchant },
): Promise<CardForm> {
	context.header("Content-Security-Policy", place.policy);
	return { ...place, publicKey: await publicKeyOf(vault, merchant), ticket, csrfToken };
}
