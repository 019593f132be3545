import { formatAmount, type Language, withoutInvisible } from "@cardseal/platform";
import type { Challenge } from "@cardseal/vault";
import { html } from "hono/html";
import { bankWords } from "./words.ts";

export const bankPaths = {
	answer: "/bank/answer",
	style: "/bank/style.css",
	script: "/bank/return.js",
} as const;

const codeLength = 4;

export interface ShownChallenge {
	challenge: Challenge;
	creq: string;
	/** As the bank was told. */
	merchant: string;
	language: Language;
}

/** @param options.stays `true` after an answer to the bank that never returns */
export function challengePage(
	{ challenge, creq, merchant, language }: ShownChallenge,
	{ stays }: { stays: boolean },
): string {
	const words = bankWords[language];
	const { amountCents, currency, brand, suffix } = challenge;
	const content = html`<h1>${words.title}</h1>
		${stays ? html`<p class="notice" role="status">${words.stays}</p>` : html`<p>${words.intro}</p>`}
		<dl class="bank-pairs">
			${pair(words.merchant, withoutInvisible(merchant))}
			${pair(words.amount, formatAmount(amountCents, currency, language))}
			${pair(words.card, `${brand} •••• ${suffix}`)}
		</dl>
		<form method="post" action="${bankPaths.answer}" class="bank-form">
			<input type="hidden" name="creq" value="${creq}">
			<div class="field">
				<label for="code">${words.code}</label>
				<input class="input" id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code"
					maxlength="${codeLength}" required aria-describedby="code-hint">
				<p class="field-hint" id="code-hint">${words.hint}</p>
			</div>
			<button class="button" type="submit">${words.go}</button>
			<button class="button-quiet" type="submit" name="cancel" value="1" formnovalidate>${words.cancel}</button>
		</form>`;
	return pageOf({ title: words.title, language, content });
}

function pair(name: string, value: string) {
	return html`<div><dt>${name}</dt><dd class="figures"><bdi>${value}</bdi></dd></div>`;
}

/** Its script posts the form at once, for one bank twice. */
export function returnPage({ challenge, language }: ShownChallenge, cres: string): string {
	const words = bankWords[language];
	const times = challenge.behaviour === "returns_twice" ? 2 : 1;
	const content = html`<h1>${words.returnTitle}</h1>
		<p>${words.returning}</p>
		<form method="post" action="${challenge.returnAddress}" class="bank-form" data-times="${times}">
			<input type="hidden" name="cres" value="${cres}">
			<button class="button" type="submit">${words.go}</button>
		</form>
		<script type="module" src="${bankPaths.script}"></script>`;
	return pageOf({ title: words.returnTitle, language, content });
}

export function expiredPage(language: Language): string {
	const { expiredTitle: title, expired } = bankWords[language];
	return pageOf({ title, language, content: html`<h1>${title}</h1><p>${expired}</p>` });
}

interface Page {
	title: string;
	language: Language;
	content: ReturnType<typeof pair>;
}

function pageOf({ title, language, content }: Page): string {
	const { bank, test } = bankWords[language];
	return html`<!doctype html>
<html lang="${language}">
<head>
	<meta charset="utf-8">
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<meta name="robots" content="noindex">
	<title>${title} · ${bank}</title>
	<link rel="icon" href="data:,">
	<link rel="stylesheet" href="${bankPaths.style}">
</head>
<body class="bank">
	<header class="bank-head">${bank}</header>
	<main class="panel bank-panel" aria-label="${bank}">
		${content}
	</main>
	<footer class="small muted">${test}</footer>
</body>
</html>
`.toString();
}
