import { createHash } from "node:crypto";
import { logoPath } from "@cardseal/merchants";
import { type Language, languageParameter, languages, withoutInvisible } from "@cardseal/platform";
import { readStyleSheet } from "@cardseal/platform/http";
import type { MailLine } from "@cardseal/platform/mail";
import { html, raw } from "hono/html";
import type { Receipt } from "./receipt.ts";
import { receiptContent } from "./receipt-content.ts";
import { receiptWords } from "./receipt-words.ts";

const style = readStyleSheet(new URL("./receipt-page.css", import.meta.url));

const styleHash = createHash("sha256").update(style).digest("base64");

export const receiptPagePolicy =
	`default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; form-action 'none'; ` +
	"frame-ancestors 'none'";

export type ShownReceipt = Receipt & { isVoided: boolean; isCaptured: boolean };

export function receiptPage(receipt: ShownReceipt, language: Language): string {
	const words = receiptWords[language];
	const { title, paragraphs, headline, lines } = receiptContent(receipt, language);
	const name = withoutInvisible(receipt.merchantName);
	const { logo } = receipt;
	return pageOf(
		language,
		title,
		html`<article class="panel">
${logo === null ? "" : html`<img class="logo" src="${logoPath(logo.content_hash)}" alt="${name}" width="${logo.width}" height="${logo.height}">`}
<h1><bdi>${title}</bdi></h1>
${receipt.test_mode ? html`<p class="notice" data-tone="warning">${words.test}</p>` : ""}
${noticesOf(receipt, paragraphs, language).map((notice) => html`<p class="notice"><bdi>${notice}</bdi></p>`)}
<div><p class="muted">${headline.name}</p><p class="total figures">${headline.value}</p></div>
${pairsOf(lines)}
${contactOf(receipt, language)}
</article>
<nav>${languages
			.filter((other) => other !== language)
			.map(
				(other) =>
					html`<a href="?${languageParameter}=${other}" lang="${other}" hreflang="${other}">${receiptWords[other].inThisLanguage}</a>`,
			)}</nav>`,
	);
}

/** Reveals nothing about existing payments. */
export function unknownReceiptPage(language: Language): string {
	const { title, text } = receiptWords[language].unknown;
	return pageOf(language, title, html`<div class="panel"><h1>${title}</h1><p>${text}</p></div>`);
}

/** Says what has changed since the mail. */
function noticesOf(receipt: ShownReceipt, paragraphs: string[], language: Language): string[] {
	const words = receiptWords[language];
	if (receipt.isVoided) return [words.voided];
	return receipt.isCaptured ? [words.captured] : paragraphs;
}

function contactOf({ contactAddress, contactPhone, replyTo }: Receipt, language: Language) {
	const words = receiptWords[language];
	const lines = [
		{ name: words.address, value: contactAddress },
		{ name: words.phone, value: contactPhone },
		{ name: words.email, value: replyTo },
	].flatMap(({ name, value }) => (value === null ? [] : [{ name, value: withoutInvisible(value) }]));
	return lines.length === 0 ? "" : html`<h2>${words.contact}</h2>${pairsOf(lines)}`;
}

function pairsOf(lines: MailLine[]) {
	return html`<dl class="pairs">${lines.map(
		({ name, value }) => html`<div><dt><bdi>${name}</bdi></dt><dd class="figures"><bdi>${value}</bdi></dd></div>`,
	)}</dl>`;
}

function pageOf(language: Language, title: string, content: ReturnType<typeof html>): string {
	return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<main class="receipt">${content}</main>
</body>
</html>
`.toString();
}
