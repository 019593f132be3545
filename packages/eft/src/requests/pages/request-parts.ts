import { formatAmount, type Language, languageParameter, withoutInvisible } from "@cardseal/platform";
import { formatDay } from "@cardseal/platform/mail";
import { html } from "hono/html";
import type { PaymentRequest, RequestStatus } from "../request.ts";
import { type RequestWords, requestWords } from "./words.ts";

export interface ShownRequest {
	request: PaymentRequest;
	status: RequestStatus;
	language: Language;
	path: string;
}

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

export function inLanguage(path: string, language: Language): string {
	return `${path}?${languageParameter}=${language}`;
}

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

export function testNotice({ request, language }: ShownRequest) {
	if (request.merchant.mode !== "demo") return "";
	return html`<p class="notice" data-tone="warning">${requestWords[language].test}</p>`;
}

export function languageLink(path: string, language: Language) {
	const { otherLanguage } = requestWords[language];
	const address = inLanguage(path, otherLanguage.language);
	return html`<p><a href="${address}" lang="${otherLanguage.language}" hreflang="${otherLanguage.language}">${otherLanguage.name}</a></p>`;
}

export function outcomeOf({ request, status, language }: ShownRequest): { title: string; text: string } {
	const { words, merchant } = textsOf({ request, language });
	if (status === "APPROVED" || (status === "PENDING" && request.answer === "accepted")) {
		const { title, text, walletTitle, wallet } = words.paid;
		const { maskedAccount } = request;
		if (maskedAccount === null) return { title: walletTitle, text: wallet(merchant) };
		return { title, text: text(merchant, maskedAccount) };
	}
	if (status === "EXPIRED") return { title: words.expired.title, text: words.expired.text(merchant) };
	const ended = request.answer === "accepted" ? words.returned : words.declined;
	return { title: ended.title, text: ended.text(merchant) };
}
