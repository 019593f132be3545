import { type Language, Problem } from "@cardseal/platform";
import { type Markup, pageForm } from "@cardseal/platform/pages";
import { z } from "@hono/zod-openapi";
import { html } from "hono/html";
import type { CardFormPlace } from "./payers.ts";

export interface CardForm extends Pick<CardFormPlace, "frames" | "script"> {
	publicKey: string;
	/** Stands for a registered origin. */
	ticket: string;
	csrfToken: string;
}

interface CardFormContent {
	title: string;
	needsScript: string;
	/** Between the card and the button. */
	fields: Markup;
	button: string;
}

/** Posts to the page's own address. */
export function cardForm(
	{ path, language }: { path: string; language: Language },
	{ publicKey, frames, ticket, csrfToken }: CardForm,
	{ title, needsScript, fields, button }: CardFormContent,
) {
	const content = html`<h2>${title}</h2>
			<cardseal-card public-key="${publicKey}" gateway="${frames}" ticket="${ticket}" locale="${language}"></cardseal-card>
			<noscript><p class="notice" data-tone="danger">${needsScript}</p></noscript>
			${fields}
			<button class="button" type="submit">${button}</button>`;
	return pageForm({ path, language, csrfToken }, content);
}

/**
 * A card is to be entered again; after other refusals the page cannot help.
 *
 * @throws errors that are no problem of the card or the account
 */
export function cardProblem(error: unknown, problems: Record<"cardInvalid" | "unavailable", string>): string {
	if (!(error instanceof Problem)) throw error;
	const isAboutCard = /^(?:card_|token_)|cvv2|test_card|real_card/.test(error.reason);
	return isAboutCard ? problems.cardInvalid : problems.unavailable;
}

/** The query of pages to which banks send payers back. */
export const returnQuery = {
	transaction_id: z
		.string("Send transaction_id once.")
		.optional()
		.openapi({ description: "The payment from which the bank sends the payer back" }),
};
