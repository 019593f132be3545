import type { StoredCard } from "@cardseal/customers";
import { type Merchant, portalPath } from "@cardseal/merchants";
import { hasReceipts, type Transaction } from "@cardseal/payments";
import { formatAmount, type Language, withoutInvisible } from "@cardseal/platform";
import { formatDay } from "@cardseal/platform/mail";
import {
	type Field,
	field,
	hiddenField,
	inLanguage,
	type Markup,
	notices,
	otherLanguage,
	pageForm,
	pageOf,
	pair,
} from "@cardseal/platform/pages";
import { amountDue, currentPeriod, isCurrent, type Subscription } from "@cardseal/subscriptions";
import { html } from "hono/html";
import { cardWords } from "../card-link/card-words.ts";
import { type CardForm, cardForm } from "../page-parts.ts";
import { owedCentsOf } from "../pay-owed.ts";
import type { PayerSession } from "./portal-session.ts";
import { type PortalWords, portalWords } from "./portal-words.ts";

export interface ShownPortal extends PayerSession {
	language: Language;
	path: string;
	csrfToken: string;
}

export interface Overview {
	cards: StoredCard[];
	subscriptions: Subscription[];
	payments: Transaction[];
	/** Empty without a page. */
	cursors: { before: string; after: string };
	done: string | undefined;
}

export function overviewPage(shown: ShownPortal, overview: Overview): string {
	const { language, customer, merchant, returnUrl } = shown;
	const words = portalWords[language];
	const name = withoutInvisible(merchant.name);
	const done = Object.entries(words.done).find(([what]) => what === overview.done)?.[1];
	const content = html`<h1>${words.title(name)}</h1>
		<p class="small muted"><bdi>${words.of(withoutInvisible(customer.email))}</bdi></p>
		${notices(merchant, cardWords[language].test)}
		${done === undefined ? "" : html`<p class="notice" role="status">${done}</p>`}
		<h2>${words.cards}</h2>
		${list(overview.cards, words.noCards, (card) => cardItem(shown, card))}
		<p><a class="button-quiet" href="${inLanguage(`${portalPath}/card`, language)}">${words.addCard}</a></p>
		<h2>${words.subscriptions}</h2>
		${list(overview.subscriptions, words.noSubscriptions, (subscription) => subscriptionItem(shown, subscription))}
		<h2 id="payments">${words.payments}</h2>
		${list(overview.payments, words.noPayments, (payment) => paymentItem(shown, payment))}
		${pages(shown, overview.cursors)}`;
	const below = html`${otherLanguage(shown)}
		${returnUrl === null ? "" : html`<a href="${returnUrl}">${words.backTo(name)}</a>`}
		<form method="post" action="${inLanguage(`${portalPath}/end`, language)}">${hiddenField("csrf_token", shown.csrfToken)}<button class="button-quiet" type="submit">${words.end}</button></form>`;
	return pageOf({ title: words.title(name), content, language, below, owner: name });
}

function list<Row>(rows: Row[], none: string, itemOf: (row: Row) => Markup) {
	if (rows.length === 0) return html`<p class="muted">${none}</p>`;
	return html`<ul class="standalone-items">${rows.map((row) => html`<li>${itemOf(row)}</li>`)}</ul>`;
}

function cardItem({ language }: ShownPortal, card: StoredCard) {
	const words = portalWords[language];
	const address = inLanguage(`${portalPath}/card/${card.lookup_id}`, language);
	return html`<div><bdi class="figures">${maskOf(card)}</bdi>${card.is_default ? html` <span class="chip">${words.isDefault}</span>` : ""}
			<p class="small muted">${words.expires(expiryOf(card))}</p></div>
		${linkTo(address, words.manage, maskOf(card))}`;
}

function subscriptionItem(shown: ShownPortal, subscription: Subscription) {
	const { language } = shown;
	const words = portalWords[language];
	const name = withoutInvisible(subscription.name);
	const next = nextPayment(shown, subscription);
	return html`<div><bdi>${name}</bdi> ${statusChip(words, subscription)}
			<p class="small muted figures">${words.every[subscription.frequency](priceOf(shown, subscription))}</p>
			${next === undefined ? "" : html`<p class="small muted figures">${words.next(next.amount, next.day)}</p>`}</div>
		${linkTo(inLanguage(`${portalPath}/subscription/${subscription.lookup_id}`, language), words.manage, name)}`;
}

function paymentItem({ language, merchant }: ShownPortal, payment: Transaction) {
	const words = portalWords[language];
	const amount = formatAmount(payment.amount_cents, payment.currency, language);
	const day = formatDay(payment.created_at, merchant.timeZone, language);
	const hasReceipt = payment.status === "APPROVED" && hasReceipts(payment.type);
	const address = inLanguage(`${portalPath}/receipt/${payment.transaction_id}`, language);
	return html`<div><span class="figures">${amount}</span> · ${words.outcomes[outcomeOf(payment)]}
			<p class="small muted"><span class="figures">${day}</span> · <bdi class="figures">${maskOf(payment)}</bdi></p></div>
		${hasReceipt ? linkTo(address, words.receipt, `${amount}, ${day}`) : ""}`;
}

function outcomeOf(payment: Transaction): keyof PortalWords["outcomes"] {
	if (payment.status === "DECLINED") return "declined";
	if (payment.status === "PENDING") return "pending";
	if (payment.voided_by !== null) return "canceled";
	if (payment.type === "refund") return "refund";
	if (payment.refunded_cents > 0) return payment.refunded_cents < payment.amount_cents ? "partly" : "refunded";
	return payment.type === "authorization" && payment.captured_by === null ? "held" : "paid";
}

function pages({ language }: ShownPortal, { before, after }: Overview["cursors"]) {
	const words = portalWords[language];
	const link = (name: string, cursor: string, text: string) =>
		cursor === ""
			? ""
			: html`<a class="button-quiet" href="${inLanguage(portalPath, language)}&amp;${name}=${encodeURIComponent(cursor)}#payments">${text}</a> `;
	if (before === "" && after === "") return "";
	return html`<p>${link("before", before, words.newer)}${link("after", after, words.older)}</p>`;
}

/** Its text alone is the same for several. */
function linkTo(address: string, text: string, about: string) {
	return html`<a href="${address}">${text} <span class="visually-hidden">${about}</span></a>`;
}

export function cardPage(
	shown: ShownPortal,
	{ card, isInUse, problem }: { card: StoredCard; isInUse: boolean; problem: string | undefined },
): string {
	const words = portalWords[shown.language];
	const content = html`<dl class="pairs">
			${pair(words.card, maskOf(card))}
			${pair(words.status, [words.expires(expiryOf(card)), ...(card.is_default ? [words.isDefault] : [])].join(" · "))}
		</dl>
		${card.is_default ? "" : actionForm(shown, "default", html`<button class="button" type="submit">${words.makeDefault}</button>`)}
		${
			isInUse
				? html`<p class="small muted">${words.inUse}</p>`
				: actionForm(shown, "remove", html`<button class="button-quiet" type="submit">${words.removeCard}</button>`)
		}`;
	return innerPage(shown, maskOf(card), content, problem);
}

export function addCardPage(
	shown: ShownPortal,
	card: CardForm,
	{ subscription, problem }: { subscription: Subscription | undefined; problem: string | undefined },
): string {
	const words = portalWords[shown.language];
	const owed = subscription && owedAmount(shown, subscription);
	const button = subscription === undefined ? words.add : owed === undefined ? words.use : words.payAndUse(owed);
	const content = cardForm(shown, card, {
		title: subscription === undefined ? cardWords[shown.language].newCard : withoutInvisible(subscription.name),
		needsScript: cardWords[shown.language].needsScript,
		fields: html`${subscription === undefined ? "" : hiddenField("owed", String(owedCentsOf(subscription) ?? 0))}`,
		button,
	});
	const title = subscription === undefined ? words.addCard : words.newCard;
	return innerPage(shown, title, content, problem, card.script);
}

export interface ShownSubscription {
	subscription: Subscription;
	cards: StoredCard[];
	portal: { pause: boolean; cancel: boolean };
	/** The bank's page, while the payer of the charge in flight may authenticate. */
	bank: string | undefined;
	problem?: string | undefined;
}

export function subscriptionPage(shown: ShownPortal, given: ShownSubscription): string {
	const { subscription, cards, portal, problem } = given;
	const words = portalWords[shown.language];
	const name = withoutInvisible(subscription.name);
	const card = cards.find(({ lookup_id }) => lookup_id === subscription.card_lookup_id);
	const owed = owedAmount(shown, subscription);
	const next = owed === undefined ? nextPayment(shown, subscription) : undefined;
	const { status } = subscription;
	const content = html`<dl class="pairs">
			${pair(words.status, words.statuses[status])}
			${pair(words.amount, words.every[subscription.frequency](priceOf(shown, subscription)))}
			${next === undefined ? "" : pair(words.nextPayment, [next.amount, next.day].join(" · "))}
			${owed === undefined ? "" : pair(words.owed, owed)}
			${pair(words.card, card === undefined ? words.cardDeleted : maskOf(card))}
		</dl>
		${subscription.charging_transaction_id !== null ? deciding(shown, given.bank) : isCurrent(status) ? cardChoice(shown, given) : ""}
		${portal.pause && status === "ACTIVE" ? asked(shown, "pause", words.pause, words.pauseHint) : ""}
		${portal.pause && status === "PAUSED" ? asked(shown, "resume", words.resume, words.resumeHint) : ""}
		${portal.cancel && isCurrent(status) ? asked(shown, "cancel", words.cancel, words.cancelHint(name)) : ""}`;
	return innerPage(shown, name, content, problem);
}

function deciding({ language, path }: ShownPortal, bank: string | undefined) {
	const { title, text, again, authenticate } = cardWords[language].deciding;
	const next =
		bank === undefined ? { address: inLanguage(path, language), name: again } : { address: bank, name: authenticate };
	return html`<div class="notice" role="status"><h2>${title}</h2><p>${text}</p>
			<p><a class="button" href="${next.address}">${next.name}</a></p></div>`;
}

function cardChoice(shown: ShownPortal, { subscription, cards }: ShownSubscription) {
	const words = portalWords[shown.language];
	const owed = owedAmount(shown, subscription);
	const others = cards.filter(({ lookup_id }) => owed !== undefined || lookup_id !== subscription.card_lookup_id);
	const form = html`${hiddenField("owed", String(owedCentsOf(subscription) ?? 0))}
		<div class="field"><label for="card">${words.otherCard}</label>
			<select class="input" id="card" name="card">${others.map(
				(card) => html`<option value="${card.lookup_id}">${maskOf(card)} · ${words.expires(expiryOf(card))}</option>`,
			)}</select></div>
		<button class="button" type="submit">${owed === undefined ? words.use : words.payAndUse(owed)}</button>`;
	return html`<h2>${words.anotherCard}</h2>
		${others.length === 0 ? "" : actionForm(shown, "card", form)}
		<p><a class="button-quiet" href="${inLanguage(`${shown.path}/card`, shown.language)}">${words.newCard}</a></p>`;
}

/** Asks once, also without scripts. */
function asked(shown: ShownPortal, action: string, name: string, hint: string) {
	return html`<details class="standalone-form"><summary>${name}</summary>
			${actionForm(shown, action, html`<p class="small muted">${hint}</p><button class="button-quiet" type="submit">${name}</button>`)}
		</details>`;
}

function actionForm({ path, language, csrfToken }: ShownPortal, action: string, fields: Markup) {
	return pageForm({ path, language, csrfToken }, html`${hiddenField("action", action)}${fields}`);
}

/** A page with a way back to the overview. */
function innerPage(shown: ShownPortal, title: string, inner: Markup, problem?: string, script?: string): string {
	const { language, merchant, customer } = shown;
	const content = html`<h1><bdi>${title}</bdi></h1>
		<p class="small muted"><bdi>${portalWords[language].of(withoutInvisible(customer.email))}</bdi></p>
		${notices(merchant, cardWords[language].test, problem)}
		${inner}`;
	return pageOf({
		title: problem === undefined ? title : `${problem} · ${title}`,
		content,
		language,
		below: html`<a href="${inLanguage(portalPath, language)}">${portalWords[language].overview}</a>${otherLanguage(shown)}`,
		owner: withoutInvisible(merchant.name),
		...(script !== undefined && { script }),
	});
}

type Visited = Pick<ShownPortal, "language" | "path" | "csrfToken"> & { merchant: Merchant };

/** Programs that look into mails open links, but send no form. */
export function openPage({ merchant, email, language, path, csrfToken }: Visited & { email: string }): string {
	const { open, title, of } = portalWords[language];
	const form = html`<p class="small muted"><bdi>${of(withoutInvisible(email))}</bdi></p>
		<p>${open.text}</p>
		<form method="post" action="${inLanguage(path, language)}">${hiddenField("csrf_token", csrfToken)}<button class="button" type="submit">${open.button}</button></form>`;
	return outerPage({ merchant, language, path }, title(withoutInvisible(merchant.name)), form);
}

export function askPage(visited: Visited, { email, problem }: { email?: string; problem?: string }): string {
	const { merchant, language, path, csrfToken } = visited;
	const { ask } = portalWords[language];
	const address: Field = {
		name: "email",
		label: ask.email,
		type: "email",
		autocomplete: "email",
		value: email,
		...(problem !== undefined && { problem }),
	};
	const fields = html`${field(address)}<button class="button" type="submit">${ask.button}</button>`;
	const form = html`<p>${ask.text}</p>${pageForm({ path, language, csrfToken }, fields)}`;
	return outerPage(visited, ask.title(withoutInvisible(merchant.name)), form);
}

export function sentPage(visited: Omit<Visited, "csrfToken">): string {
	const { sentTitle, sent } = portalWords[visited.language].ask;
	return outerPage(visited, sentTitle, html`<p role="status">${sent}</p>`);
}

function outerPage({ merchant, language, path }: Omit<Visited, "csrfToken">, title: string, inner: Markup): string {
	const content = html`<h1>${title}</h1>
		${notices(merchant, cardWords[language].test)}
		${inner}`;
	return pageOf({
		title,
		content,
		language,
		below: otherLanguage({ path, language }),
		owner: withoutInvisible(merchant.name),
	});
}

export function endedPage({ language, merchant, returnUrl }: ShownPortal): string {
	const { ended, backTo } = portalWords[language];
	const name = withoutInvisible(merchant.name);
	const content = html`<h1>${ended.title}</h1><p role="status">${ended.text(name)}</p>
		${returnUrl === null ? "" : html`<p><a class="button-quiet" href="${returnUrl}">${backTo(name)}</a></p>`}`;
	return pageOf({ title: ended.title, content, language, owner: name });
}

export function unknownPortalPage(language: Language): string {
	const { title, text } = portalWords[language].unknown;
	return pageOf({ title, content: html`<h1>${title}</h1><p>${text}</p>`, language });
}

function maskOf({ card_type, card_suffix }: Pick<Transaction, "card_type" | "card_suffix">): string {
	return `${card_type} •••• ${card_suffix}`;
}

function expiryOf({ expiry_month, expiry_year }: StoredCard): string {
	return `${expiry_month}/${expiry_year}`;
}

function priceOf({ language }: ShownPortal, { amount_cents, quantity, currency }: Subscription): string {
	return formatAmount(amount_cents * quantity, currency, language);
}

function nextPayment({ language, merchant }: ShownPortal, subscription: Subscription) {
	const { next_run: nextRun, currency, status } = subscription;
	if (nextRun === null || status === "SUSPENDED") return undefined;
	return {
		amount: formatAmount(amountDue(subscription, currentPeriod(subscription)), currency, language),
		day: formatDay(nextRun, merchant.timeZone, language),
	};
}

function owedAmount({ language }: ShownPortal, subscription: Subscription): string | undefined {
	const cents = owedCentsOf(subscription);
	return cents === undefined ? undefined : formatAmount(cents, subscription.currency, language);
}

const tones: Partial<Record<Subscription["status"], string>> = {
	ACTIVE: "success",
	RETRY: "warning",
	SUSPENDED: "danger",
};

function statusChip(words: PortalWords, { status }: Subscription) {
	const tone = tones[status];
	return html`<span class="chip"${tone === undefined ? "" : html` data-tone="${tone}"`}>${words.statuses[status]}</span>`;
}
