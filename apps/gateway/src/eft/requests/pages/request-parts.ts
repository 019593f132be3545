import { html } from "hono/html";
import { type Language, languageParameter } from "../../../language.ts";
import { formatDay } from "../../../mail/format.ts";
import { formatAmount } from "../../../money.ts";
import { withoutInvisible } from "../../../text.ts";
import type { MoneyRequest, RequestStatus } from "../request.ts";
import { type RequestWords, requestWords } from "./words.ts";

/** A request as a page shows it to somebody. */
export interface ShownRequest {
	request: MoneyRequest;
	/** What it has come to by now. */
	status: RequestStatus;
	language: Language;
	/** The address of the page, without a query: its forms go where it came from. */
	path: string;
}

/** The texts that the parts of a page are made of. */
export interface RequestTexts {
	words: RequestWords;
	merchant: string;
	amount: string;
}

export function textsOf({ request, language }: Pick<ShownRequest, "request" | "language">): RequestTexts {
	return {
		words: requestWords[language],
		merchant: withoutInvisible(request.merchant.name),
		amount: formatAmount(request.amountCents, "CAD", language),
	};
}

/** An address of a page in the language that it is read in. */
export function inLanguage(path: string, language: Language): string {
	return `${path}?${languageParameter}=${language}`;
}

/** Who asks, how much, for what, and until when. */
export function summary({ request, language }: ShownRequest) {
	const { words, merchant, amount } = textsOf({ request, language });
	const { timeZone } = request.merchant;
	const day = (time: number) => formatDay(time, timeZone, language);
	return html`<dl class="pairs">
			${pair(words.amount, amount)}
			${pair(words.from, merchant)}
			${request.description === null ? "" : pair(words.for, withoutInvisible(request.description))}
			${pair(words.asked, day(request.createdAt))}
			${pair(words.answerBy, day(request.expiresAt))}
			${pair(words.number, request.processorTransactionId)}
		</dl>`;
}

function pair(name: string, value: string) {
	return html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`;
}

/** Said before anything else where no money moves. */
export function testNotice({ request, language }: ShownRequest) {
	if (request.merchant.mode !== "demo") return "";
	return html`<p class="notice" data-tone="warning">${requestWords[language].test}</p>`;
}

/** The way to the same page in the other language. */
export function languageLink(path: string, language: Language) {
	const { otherLanguage } = requestWords[language];
	const address = inLanguage(path, otherLanguage.language);
	return html`<p><a href="${address}" lang="${otherLanguage.language}" hreflang="${otherLanguage.language}">${otherLanguage.name}</a></p>`;
}

/** What a request that nobody waits for any more has come to, as a heading and a sentence. */
export function outcomeOf({ request, status, language }: ShownRequest): { title: string; text: string } {
	const { words, merchant } = textsOf({ request, language });
	if (status === "APPROVED" || (status === "PENDING" && request.answer === "accepted")) {
		const { title, text, wallet } = words.paid;
		const { maskedAccount } = request;
		return { title, text: maskedAccount === null ? wallet(merchant) : text(merchant, maskedAccount) };
	}
	if (status === "EXPIRED") return { title: words.expired.title, text: words.expired.text(merchant) };
	const ended = request.answer === "accepted" ? words.returned : words.declined;
	return { title: ended.title, text: ended.text(merchant) };
}
