import { formProblem, hiddenField, pageOf, type StaffSession, stepUpFields } from "@cardseal/identity";
import { formatAmount, withoutInvisible } from "@cardseal/platform";
import { html } from "hono/html";
import {
	inLanguage,
	languageLink,
	outcomeOf,
	type ShownRequest,
	summary,
	testNotice,
	textsOf,
} from "./request-parts.ts";

export interface StaffRequestPage {
	session: Pick<StaffSession, "merchant" | "staff" | "isSteppedUp" | "csrfToken">;
	availableCents: number;
	problem?: string;
}

export function staffRequestPage(shown: ShownRequest, page: StaffRequestPage): string {
	const { words, merchant, amount } = textsOf(shown);
	const { session, availableCents, problem } = page;
	const available = formatAmount(availableCents, "CAD", shown.language);
	const content = html`<h1>${words.asks(merchant, amount)}</h1>
		${testNotice(shown)}
		${formProblem(problem)}
		${summary(shown)}
		<dl class="pairs"><div><dt>${words.wallet}</dt><dd>${available}</dd></div></dl>
		<p class="small muted">${words.walletHint(withoutInvisible(session.merchant.name))} ${words.notThem(merchant)}</p>
		<form method="post" action="${inLanguage(shown.path, shown.language)}" class="standalone-form">
			${hiddenField("csrf_token", session.csrfToken)}
			${stepUpFields(session, shown.language)}
			<button class="button" name="answer" value="pay">${words.pay(amount)}</button>
			<button class="button-quiet" name="answer" value="decline" formnovalidate>${words.declineLink}</button>
		</form>`;
	const title = problem === undefined ? words.asksTitle(merchant) : words.notDone;
	return pageOf({ title, content, language: shown.language, below: belowOf(shown) });
}

export function answeredStaffPage(shown: ShownRequest): string {
	const { title, text } = outcomeOf(shown);
	const content = html`<h1>${title}</h1>
		${testNotice(shown)}
		<p>${text}</p>
		${summary(shown)}`;
	return pageOf({ title, content, language: shown.language, below: belowOf(shown) });
}

function belowOf(shown: ShownRequest) {
	const { words } = textsOf(shown);
	return html`<p><a href="/app/wallet">${words.backToWallet}</a></p>${languageLink(shown.path, shown.language)}`;
}
