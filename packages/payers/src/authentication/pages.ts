import type { PayersCharge } from "@cardseal/payments";
import { formatAmount, type Language, withoutInvisible } from "@cardseal/platform";
import { html } from "hono/html";
import { type PayerPageWords, payerPageWords } from "./words.ts";

type Markup = ReturnType<typeof html>;

export interface ShownCharge {
	charge: PayersCharge;
	merchantName: string;
	language: Language;
	path: string;
	/** The merchant's page around this one; registered. */
	frame: string | undefined;
	/** Real time, ms since 1970. */
	now: number;
}

export const styleName = "page.css";
export const scriptName = "page.js";

interface Texts {
	words: PayerPageWords;
	merchant: string;
	amount: string;
}

/** The page by the charge's state. Its script reads the `data-` attributes. */
export function chargePage(shown: ShownCharge): string {
	const { charge, language, merchantName } = shown;
	const { amount_cents: cents, currency } = charge.transaction;
	const texts: Texts = {
		words: payerPageWords[language],
		merchant: withoutInvisible(merchantName),
		amount: formatAmount(cents, currency, language),
	};
	return charge.state === "open" ? openPage(shown, charge, texts) : endedPage(shown, texts);
}

export function unknownPage(language: Language): string {
	const { title, text } = payerPageWords[language].unknown;
	return pageOf({ title, language, content: html`<h1>${title}</h1><p>${text}</p>` });
}

export function refusedPage(language: Language, requestId: string): string {
	const { title, text } = payerPageWords[language].refused;
	const content = html`<h1>${title}</h1><p>${text}</p><p class="small muted"><code>${requestId}</code></p>`;
	return pageOf({ title, language, content });
}

function openPage(shown: ShownCharge, charge: Extract<PayersCharge, { state: "open" }>, texts: Texts): string {
	const { words } = texts;
	const { open } = words;
	const leftMs = Math.max(0, charge.expiresAt - shown.now);
	// Another window leaves the merchant's page as it is.
	const isApart = shown.frame !== undefined && charge.returnUrl === null;
	const way = { target: shown.frame === undefined ? "_self" : isApart ? "_blank" : "_top", words: open };
	const content = html`<h1 tabindex="-1">${open.title}</h1>
		${testNotice(shown, words)}
		<p>${open.text}</p>
		${summary(shown, texts)}
		<div class="bank" id="bank-place" hidden>
			<iframe name="bank" id="bank" title="${open.bankPage}" sandbox="allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>
			<p class="small muted">${open.trouble}</p>
		</div>
		${wayToBank(charge.action, { ...way, label: isApart ? open.openThere : open.openHere })}
		<p class="small muted">${open.timeLeft} <span class="figures" id="left" role="timer">${open.minutes(Math.ceil(leftMs / 60_000))}</span></p>
		<p class="visually-hidden" id="news" role="status"></p>
		<details class="cancel">
			<summary class="button-quiet">${open.cancel}</summary>
			<p>${open.cancelQuestion(texts.merchant)}</p>
			<form method="post" action="${inFrame(`${shown.path}/cancel`, shown.frame)}">
				<button class="button-quiet">${open.cancelNow}</button>
			</form>
		</details>`;
	const data = {
		left: String(leftMs),
		minute: open.minutes(1),
		minutes: open.minutes(5),
		"time-left": open.timeLeft,
	};
	return pageOf({ title: open.title, language: shown.language, content, data: { ...dataOf(shown), ...data } });
}

function wayToBank(
	{ url, method, fields }: Extract<PayersCharge, { state: "open" }>["action"],
	{ target, words, label }: { target: string; words: PayerPageWords["open"]; label: string },
): Markup {
	if (method === "GET") {
		return html`<p><a class="button" id="go" rel="noopener" target="${target}" href="${withFields(url, fields)}" data-label="${label}">${words.go}</a></p>`;
	}
	const inputs = Object.entries(fields).map(
		([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
	);
	return html`<form id="go" method="post" rel="noopener" target="${target}" action="${url}">
			${inputs}
			<button class="button" data-label="${label}">${words.go}</button>
		</form>`;
}

/** A form would replace the query of the address. */
function withFields(url: string, fields: Readonly<Record<string, string>>): string {
	if (Object.keys(fields).length === 0) return url;
	const address = new URL(url);
	for (const [name, value] of Object.entries(fields)) address.searchParams.append(name, value);
	return address.href;
}

function endedPage(shown: ShownCharge, { words, merchant, amount }: Texts): string {
	const { charge, frame } = shown;
	const outcomes = {
		deciding: words.deciding,
		approved: { title: words.approved.title, text: words.approved.text(amount, merchant) },
		declined: { title: words.declined.title, text: words.declined.text(merchant) },
	};
	const canceled = { title: words.canceled.title, text: words.canceled.text(merchant) };
	const isCanceled = charge.state === "declined" && charge.hasGivenUp;
	const { title, text } = charge.state === "open" || isCanceled ? canceled : outcomes[charge.state];
	const next = frame === undefined ? charge.returnUrl : null;
	const isAlone = frame === undefined && next === null && charge.state !== "deciding";
	const content = html`<h1 tabindex="-1">${title}</h1>
		${testNotice(shown, words)}
		<p role="status">${text}</p>
		${next === null ? "" : html`<p><a class="button" href="${next}">${words.goBack(merchant)}</a></p>`}
		${isAlone ? html`<p class="small muted">${words.close}</p>` : ""}`;
	const data = { ...dataOf(shown), ...(next !== null && { next }) };
	return pageOf({ title, language: shown.language, content, data, refresh: refreshOf(charge, next) });
}

/** For browsers without scripts. */
function refreshOf({ state }: PayersCharge, next: string | null): string | undefined {
	if (next !== null) return `0; url=${next}`;
	return state === "deciding" ? "3" : undefined;
}

function dataOf({ charge, frame }: ShownCharge): Record<string, string> {
	const state = charge.state === "declined" && charge.hasGivenUp ? "canceled" : charge.state;
	return { state, ...(frame !== undefined && { frame }) };
}

export function inFrame(path: string, frame: string | undefined): string {
	return frame === undefined ? path : `${path}?frame=${encodeURIComponent(frame)}`;
}

function testNotice({ charge }: ShownCharge, words: PayerPageWords) {
	return charge.transaction.test_mode ? html`<p class="notice" data-tone="warning">${words.test}</p>` : "";
}

function summary({ charge }: ShownCharge, { words, merchant, amount }: Texts): Markup {
	const { card_type: brand, card_suffix: suffix } = charge.transaction;
	const pair = (name: string, value: string) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`;
	return html`<dl class="pairs">
			${pair(words.amount, amount)}
			${pair(words.to, merchant)}
			${pair(words.card, `${brand} •••• ${suffix}`)}
		</dl>`;
}

interface PageContent {
	title: string;
	content: Markup;
	language: Language;
	data?: Record<string, string>;
	refresh?: string | undefined;
}

function pageOf({ title, content, language, data = {}, refresh }: PageContent): string {
	const attributes = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`);
	return html`<!doctype html>
<html lang="${language}">
<head>
	<meta charset="utf-8">
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<meta name="robots" content="noindex">
	<title>${title}</title>
	<link rel="icon" href="/docs/mark.svg">
	<link rel="stylesheet" href="${filesPath}/${styleName}">
	${refresh === undefined ? "" : html`<noscript><meta http-equiv="refresh" content="${refresh}"></noscript>`}
	<script type="module" src="${filesPath}/${scriptName}"></script>
</head>
<body class="payer"${attributes}>
	<main class="panel payer-panel" aria-label="${title}">
		${content}
	</main>
</body>
</html>
`.toString();
}

export const filesPath = "/pay/authenticate";
