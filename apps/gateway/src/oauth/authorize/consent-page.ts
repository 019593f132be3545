import { html } from "hono/html";
import type { Scope } from "../../merchants/scopes.ts";
import { formProblem, hiddenField, signOutForm } from "../../staff/pages/form.ts";
import { pageOf } from "../../staff/pages/layout.ts";
import type { StaffSession } from "../../staff/sessions/sessions.ts";
import { stepUpFields } from "../../staff/step-up/step-up-fields.ts";
import { withoutInvisible } from "../../text.ts";
import type { Partner } from "../clients/client.ts";
import type { WaitingRequest } from "./consent.store.ts";

/** The consequences of each scope for the merchant. */
const scopeWords: Record<Scope, string> = {
	customer: "See and change your customers, their stored cards (never a full number) and their subscriptions",
	plan: "See and change your payment plans",
	transaction:
		"Take payments from your customers and charge their cards, at once or by subscription, refund and void payments, and see all of your transactions",
	eft: "See your wallet, request payments and send money to bank accounts",
	event:
		"Learn of everything that happens in your account: payments, customers, plans, subscriptions, transfers, settlements and disputes",
	"customer:read": "See your customers, their stored cards (never a full number) and their subscriptions",
	"plan:read": "See your payment plans",
	"transaction:read": "See all of your transactions, settlements and disputes",
	"eft:read": "See your wallet, its payments and its payees",
	"event:read":
		"See everything that happens in your account: payments, customers, plans, subscriptions, transfers, settlements and disputes",
};

export interface ConsentPage {
	request: WaitingRequest;
	/** With the merchant that is chosen at first. */
	session: Pick<StaffSession, "staff" | "merchant" | "merchants" | "csrfToken" | "isSteppedUp">;
	/** The one-time token of the form. */
	ticket: string;
	/** The sentence about a wrong password or code. */
	problem?: string;
}

/** The page that asks a staff member to authorize a partner. */
export function consentPage({ request, session, ticket, problem }: ConsentPage): string {
	const { partner, redirectUri, scopes } = request;
	const { staff, merchant, merchants, csrfToken } = session;
	const isChoice = merchants.length > 1;
	const name = withoutInvisible(partner.businessName);
	const image = shownImage(partner);
	const content = html`${image === null ? "" : html`<img class="standalone-image" src="${image}" alt="" width="64" height="64">`}
		<h1>Connect ${name}?</h1>
		<p><strong>${name}</strong> asks to act for <strong>${merchant.name}</strong>${merchant.mode === "demo" && !isChoice ? ", a demo account: no real money moves" : ""}. It may then:</p>
		<ul class="standalone-list">${scopes.map((scope) => html`<li>${scopeWords[scope]}</li>`)}</ul>
		<p class="small muted">It never learns your password, and you can disconnect it at any time in the settings. You will return to ${new URL(redirectUri).host}.</p>
		${formProblem(problem)}
		<form class="standalone-form" method="post" action="/oauth/authorize">
			${hiddenField("csrf_token", csrfToken)}
			${hiddenField("ticket", ticket)}
			${isChoice ? modeChoice(session) : ""}
			${stepUpFields(session)}
			<button class="button" name="answer" value="allow">Connect ${name}</button>
			<button class="button-quiet" name="answer" value="refuse" formnovalidate>Do not connect</button>
		</form>`;
	const below = html`<p>Signed in as ${staff.email}.</p>
		${signOutForm(csrfToken, "Sign in as another user")}`;
	return pageOf({ title: `Connect ${name}?`, content, below });
}

/** The page that sends a browser back to a partner whose request was refused. */
export function returnPage({ partner, address }: { partner: Partner; address: string }): string {
	const name = withoutInvisible(partner.businessName);
	const content = html`<h1>Not connected</h1>
		<p>The request of <strong>${name}</strong> is invalid, so nothing was connected. You return to ${new URL(address).host}.</p>
		<p><a class="button" href="${address}">Return to ${name}</a></p>`;
	return pageOf({ title: "Not connected", content });
}

const modeWords = { live: "Live account: real money", demo: "Demo account: no real money moves" } as const;

/** Lets staff of a live merchant connect its demo twin instead. */
function modeChoice({ merchant, merchants }: Pick<StaffSession, "merchant" | "merchants">) {
	const choices = merchants
		.toReversed()
		.map(
			({ mode, name }) =>
				html`<label class="standalone-check"><input type="radio" name="mode" value="${mode}"${mode === merchant.mode ? html` checked` : ""}> ${modeWords[mode]} (${withoutInvisible(name)})</label>`,
		);
	return html`<fieldset class="standalone-choices"><legend>Connect it to</legend>${choices}</fieldset>`;
}

/** Shows only images from this server: another server would learn who views the page, and when. */
function shownImage({ imageUrl }: Pick<Partner, "imageUrl">): string | null {
	return imageUrl?.startsWith("/") ? imageUrl : null;
}
