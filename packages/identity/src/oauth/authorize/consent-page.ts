import { type Language, withoutInvisible } from "@cardseal/platform";
import { formProblem, hiddenField, pageOf } from "@cardseal/platform/pages";
import { html } from "hono/html";
import { signOutForm } from "../../staff/pages/sign-out-form.ts";
import { pageWords } from "../../staff/pages/words.ts";
import type { StaffSession } from "../../staff/sessions/sessions.ts";
import { stepUpFields } from "../../staff/step-up/step-up-fields.ts";
import type { Partner } from "../clients/client.ts";
import type { WaitingRequest } from "./consent.store.ts";

const en = {
	scopes: {
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
	},
	title: (partner: string) => `Connect ${partner}?`,
	asks: { after: "asks to act for", demo: ", a demo account: no real money moves", scopes: ". It may then:" },
	promise: (host: string) =>
		`It never learns your password, and you can disconnect it at any time in the settings. You will return to ${host}.`,
	connect: (partner: string) => `Connect ${partner}`,
	refuse: "Do not connect",
	signedInAs: (email: string) => `Signed in as ${email}.`,
	modes: {
		legend: "Connect it to",
		live: "Live account: real money",
		demo: "Demo account: no real money moves",
	},
	refused: {
		title: "Not connected",
		explanation: (partner: string, host: string) =>
			`The request of ${partner} is invalid, so nothing was connected. You return to ${host}.`,
		back: (partner: string) => `Return to ${partner}`,
	},
};

type ConsentWords = typeof en;

const consentWords: Record<Language, typeof en> = {
	en,
	fr: {
		scopes: {
			customer:
				"Voir et modifier vos clients, leurs cartes enregistrées (jamais un numéro complet) et leurs abonnements",
			plan: "Voir et modifier vos forfaits de paiement",
			transaction:
				"Encaisser des paiements de vos clients et débiter leurs cartes, une fois ou par abonnement, rembourser et annuler des paiements, et voir toutes vos transactions",
			eft: "Voir votre portefeuille, demander des paiements et envoyer de l’argent à des comptes bancaires",
			event:
				"Être informé de tout ce qui se passe dans votre compte\u00a0: paiements, clients, forfaits, abonnements, virements, règlements et contestations",
			"customer:read": "Voir vos clients, leurs cartes enregistrées (jamais un numéro complet) et leurs abonnements",
			"plan:read": "Voir vos forfaits de paiement",
			"transaction:read": "Voir toutes vos transactions, vos règlements et vos contestations",
			"eft:read": "Voir votre portefeuille, ses paiements et leurs bénéficiaires",
			"event:read":
				"Voir tout ce qui se passe dans votre compte\u00a0: paiements, clients, forfaits, abonnements, virements, règlements et contestations",
		},
		title: (partner) => `Connecter ${partner}?`,
		asks: {
			after: "demande à agir pour",
			demo: ", un compte de démonstration\u00a0: aucun argent réel ne circule",
			scopes: ". Le partenaire pourra alors\u00a0:",
		},
		promise: (host) =>
			`Il n’apprend jamais votre mot de passe, et vous pouvez le déconnecter en tout temps dans les paramètres. Vous retournerez à ${host}.`,
		connect: (partner) => `Connecter ${partner}`,
		refuse: "Ne pas connecter",
		signedInAs: (email) => `Vous êtes connecté avec l’adresse ${email}.`,
		modes: {
			legend: "Le connecter à",
			live: "Compte de production\u00a0: argent réel",
			demo: "Compte de démonstration\u00a0: aucun argent réel ne circule",
		},
		refused: {
			title: "Non connecté",
			explanation: (partner, host) =>
				`La demande de ${partner} n’est pas valide\u00a0: rien n’a été connecté. Vous retournez à ${host}.`,
			back: (partner) => `Retourner à ${partner}`,
		},
	},
};

export interface ConsentPage {
	language: Language;
	request: WaitingRequest;
	/** Its merchant is chosen at first. */
	session: Pick<StaffSession, "staff" | "merchant" | "merchants" | "csrfToken" | "isSteppedUp">;
	/** The one-time token of the form. */
	ticket: string;
	/** The sentence about a wrong password or code. */
	problem?: string;
}

export function consentPage({ language, request, session, ticket, problem }: ConsentPage): string {
	const words = consentWords[language];
	const { partner, redirectUri, scopes } = request;
	const { staff, merchant, merchants, csrfToken } = session;
	const isChoice = merchants.length > 1;
	const name = withoutInvisible(partner.businessName);
	const image = shownImage(partner);
	const content = html`${image === null ? "" : html`<img class="standalone-image" src="${image}" alt="" width="64" height="64">`}
		<h1>${words.title(name)}</h1>
		<p><strong>${name}</strong> ${words.asks.after} <strong>${merchant.name}</strong>${merchant.mode === "demo" && !isChoice ? words.asks.demo : ""}${words.asks.scopes}</p>
		<ul class="standalone-list">${scopes.map((scope) => html`<li>${words.scopes[scope]}</li>`)}</ul>
		<p class="small muted">${words.promise(new URL(redirectUri).host)}</p>
		${formProblem(problem)}
		<form class="standalone-form" method="post" action="/oauth/authorize">
			${hiddenField("csrf_token", csrfToken)}
			${hiddenField("ticket", ticket)}
			${isChoice ? modeChoice(session, words) : ""}
			${stepUpFields(session, language)}
			<button class="button" name="answer" value="allow">${words.connect(name)}</button>
			<button class="button-quiet" name="answer" value="refuse" formnovalidate>${words.refuse}</button>
		</form>`;
	const below = html`<p>${words.signedInAs(staff.email)}</p>
		${signOutForm(csrfToken, pageWords[language].otherUser)}`;
	return pageOf({ title: words.title(name), content, below, language });
}

export function returnPage({
	language,
	partner,
	address,
}: {
	language: Language;
	partner: Partner;
	address: string;
}): string {
	const name = withoutInvisible(partner.businessName);
	const words = consentWords[language].refused;
	const content = html`<h1>${words.title}</h1>
		<p>${words.explanation(name, new URL(address).host)}</p>
		<p><a class="button" href="${address}">${words.back(name)}</a></p>`;
	return pageOf({ title: words.title, content, language });
}

/** Lets live merchants connect their demo twin instead. */
function modeChoice({ merchant, merchants }: Pick<StaffSession, "merchant" | "merchants">, words: ConsentWords) {
	const choices = merchants
		.toReversed()
		.map(
			({ mode, name }) =>
				html`<label class="standalone-check"><input type="radio" name="mode" value="${mode}"${mode === merchant.mode ? html` checked` : ""}> ${words.modes[mode]} (${withoutInvisible(name)})</label>`,
		);
	return html`<fieldset class="standalone-choices"><legend>${words.modes.legend}</legend>${choices}</fieldset>`;
}

/** Another server would learn who views the page. */
function shownImage({ imageUrl }: Pick<Partner, "imageUrl">): string | null {
	return imageUrl?.startsWith("/") ? imageUrl : null;
}
