import { formProblem, hiddenField } from "@cardseal/identity";
import { environmentOf, type Merchant } from "@cardseal/merchants";
import { type Language, languageParameter } from "@cardseal/platform";
import type { Vault } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import { html } from "hono/html";
import type { CardFormPlace } from "./payers.ts";

export interface CardForm extends Pick<CardFormPlace, "frames" | "script"> {
	publicKey: string;
	/** Stands for a registered origin. */
	ticket: string;
	csrfToken: string;
}

export function publicKeyOf(vault: Pick<Vault, "publicKeyOf">, merchant: Merchant): Promise<string> {
	return vault.publicKeyOf({ id: merchant.id, environment: environmentOf(merchant) });
}

interface CardFormContent {
	title: string;
	needsScript: string;
	/** Between the card and the button. */
	fields: ReturnType<typeof html>;
	button: string;
}

/** Posts to the page's own address. */
export function cardForm(
	{ path, language }: { path: string; language: Language },
	{ publicKey, frames, ticket, csrfToken }: CardForm,
	{ title, needsScript, fields, button }: CardFormContent,
) {
	return html`<form method="post" action="${inLanguage(path, language)}" class="standalone-form">
			${hiddenField("csrf_token", csrfToken)}
			<h2>${title}</h2>
			<cardseal-card public-key="${publicKey}" gateway="${frames}" ticket="${ticket}" locale="${language}"></cardseal-card>
			<noscript><p class="notice" data-tone="danger">${needsScript}</p></noscript>
			${fields}
			<button class="button" type="submit">${button}</button>
		</form>`;
}

/** A test's notice and the form's problem, above the form. */
export function notices({ mode }: Pick<Merchant, "mode">, test: string, problem: string | undefined) {
	return html`${mode === "demo" ? html`<p class="notice" data-tone="warning">${test}</p>` : ""}
		${formProblem(problem)}`;
}

export function pair(name: string, value: string) {
	return html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`;
}

export function inLanguage(path: string, language: Language): string {
	return `${path}?${languageParameter}=${language}`;
}

const otherLanguages = { en: { language: "fr", name: "Français" }, fr: { language: "en", name: "English" } } as const;

export function otherLanguage({ path, language }: { path: string; language: Language }) {
	const other = otherLanguages[language];
	return html`<a href="${inLanguage(path, other.language)}" lang="${other.language}" hreflang="${other.language}">${other.name}</a>`;
}

/** The card is to be entered again; after other refusals the page cannot help. */
export function isAboutCard(reason: string): boolean {
	return /^(?:card_|token_)|cvv2|test_card|real_card/.test(reason);
}

/** The query of pages to which banks send payers back. */
export const returnQuery = {
	transaction_id: z
		.string("Send transaction_id once.")
		.optional()
		.openapi({ description: "The payment from which the bank sends the payer back" }),
};
