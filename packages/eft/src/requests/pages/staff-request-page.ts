import { type StaffSession, stepUpFields } from "@cardseal/identity";
import { formatAmount, withoutInvisible } from "@cardseal/platform";
import { notices, otherLanguage, pageForm, pageOf } from "@cardseal/platform/pages";
import { html } from "hono/html";
import { outcomePage, type ShownRequest, summary, textsOf } from "./request-parts.ts";

export interface StaffRequestPage {
	session: Pick<StaffSession, "merchant" | "staff" | "isSteppedUp" | "csrfToken">;
	availableCents: number;
	problem?: string | undefined;
}

export function staffRequestPage(shown: ShownRequest, { session, availableCents, problem }: StaffRequestPage): string {
	const { words, merchant, amount } = textsOf(shown);
	const { language } = shown;
	const fields = html`${stepUpFields(session, language)}
			<button class="button" name="answer" value="pay">${words.pay(amount)}</button>
			<button class="button-quiet" name="answer" value="decline" formnovalidate>${words.declineLink}</button>`;
	const content = html`<h1>${words.asks(merchant, amount)}</h1>
		${notices(shown.request.merchant, words.test, problem)}
		${summary(shown)}
		<dl class="pairs"><div><dt>${words.wallet}</dt><dd>${formatAmount(availableCents, "CAD", language)}</dd></div></dl>
		<p class="small muted">${words.walletHint(withoutInvisible(session.merchant.name))} ${words.notThem(merchant)}</p>
		${pageForm({ ...shown, csrfToken: session.csrfToken }, fields)}`;
	const title = problem === undefined ? words.asksTitle(merchant) : words.notDone;
	return pageOf({ title, content, language, below: belowOf(shown) });
}

export function answeredStaffPage(shown: ShownRequest): string {
	return outcomePage(shown, belowOf(shown));
}

function belowOf(shown: ShownRequest) {
	const { words } = textsOf(shown);
	return html`<p><a href="/app/wallet">${words.backToWallet}</a></p><p>${otherLanguage(shown)}</p>`;
}
