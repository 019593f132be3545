import { logoPath } from "@cardseal/merchants";
import { type Language, languageParameter, languages, withoutInvisible } from "@cardseal/platform";
import type { MailLine } from "@cardseal/platform/mail";
import { html, raw } from "hono/html";
import { receiptContent } from "./receipt-content.ts";
import { receiptWords } from "./receipt-words.ts";
import type { Receipt, ShownReceipt } from "./receipts.store.ts";

export interface ReceiptPageLook {
	language: Language;
	/** CSS of the page itself. */
	style: string;
}

export function receiptPage(receipt: ShownReceipt, { language, style }: ReceiptPageLook): string {
	const words = receiptWords[language];
	const { title, paragraphs, headline, lines } = receiptContent(receipt, language);
	const name = withoutInvisible(receipt.merchantName);
	const { logo } = receipt;
	return pageOf(
		{ language, style },
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
export function unknownReceiptPage(look: ReceiptPageLook): string {
	const { title, text } = receiptWords[look.language].unknown;
	return pageOf(look, title, html`<div class="panel"><h1>${title}</h1><p>${text}</p></div>`);
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

function pageOf({ language, style }: ReceiptPageLook, title: string, content: ReturnType<typeof html>): string {
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
