import { formatAmount, type Language, withoutInvisible } from "@cardseal/platform";
import { formatDay } from "@cardseal/platform/mail";
import { type Markup, notices, pageOf, pair } from "@cardseal/platform/pages";
import { html } from "hono/html";
import type { PaymentRequest, RequestStatus } from "../request.ts";
import { requestWords } from "./words.ts";

export interface ShownRequest {
	request: PaymentRequest;
	status: RequestStatus;
	language: Language;
	path: string;
}

export function textsOf({ request, language }: Pick<ShownRequest, "request" | "language">) {
	return {
		words: requestWords[language],
		merchant: withoutInvisible(request.merchant.name),
		amount: formatAmount(request.amountCents, "CAD", language),
	};
}

export function summary({ request, language }: ShownRequest) {
	const { words, merchant, amount } = textsOf({ request, language });
	const day = (time: number) => formatDay(time, request.merchant.timeZone, language);
	return html`<dl class="pairs">
			${pair(words.amount, amount)}
			${pair(words.from, merchant)}
			${request.description === null ? "" : pair(words.for, withoutInvisible(request.description))}
			${pair(words.asked, day(request.createdAt))}
			${pair(words.answerBy, day(request.expiresAt))}
			${pair(words.number, request.processorTransactionId)}
		</dl>`;
}

export function outcomePage(shown: ShownRequest, below: Markup, advice?: Markup): string {
	const { title, text } = outcomeOf(shown);
	const { language, request } = shown;
	const content = html`<h1>${title}</h1>
		${notices(request.merchant, requestWords[language].test)}
		<p>${text}</p>
		${summary(shown)}
		${advice}`;
	return pageOf({ title, content, language, below });
}

function outcomeOf({ request, status, language }: ShownRequest): { title: string; text: string } {
	const { words, merchant } = textsOf({ request, language });
	if (status === "APPROVED" || (status === "PENDING" && request.answer === "accepted")) {
		const { title, text, walletTitle, wallet } = words.paid;
		const { maskedAccount } = request;
		if (maskedAccount === null) return { title: walletTitle, text: wallet(merchant) };
		return { title, text: text(merchant, maskedAccount) };
	}
	const accepted = request.answer === "accepted" ? words.returned : words.declined;
	const { title, text } = status === "EXPIRED" ? words.expired : accepted;
	return { title, text: text(merchant) };
}
