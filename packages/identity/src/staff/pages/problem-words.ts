import type { Language, Problem, Reason } from "@cardseal/platform";
import { pageOf } from "@cardseal/platform/pages";
import { html } from "hono/html";
import { pageWords } from "./words.ts";

type Code = Problem["code"];

const headings: Record<Language, Partial<Record<Code, string>> & { other: string }> = {
	en: {
		FORBIDDEN: "The request was refused",
		NOT_FOUND: "Page not found",
		TOO_MANY_REQUESTS: "Please wait",
		UNAVAILABLE: "The service is unavailable",
		INTERNAL: "Something went wrong on our side",
		other: "Request failed",
	},
	fr: {
		FORBIDDEN: "La demande a été refusée",
		NOT_FOUND: "Cette page n’existe pas",
		TOO_MANY_REQUESTS: "Veuillez patienter",
		UNAVAILABLE: "Le service n’est pas disponible",
		INTERNAL: "Une erreur s’est produite de notre côté",
		other: "La demande n’a pas abouti",
	},
};

/** Refusals of one reason with several sentences. */
export const frenchRefusals: Readonly<Record<string, string>> = {
	"Use at least 12 characters.": "Utilisez au moins 12 caractères.",
	"Use at most 128 characters.": "Utilisez au plus 128 caractères.",
	"Use letters and digits.": "Utilisez des lettres et des chiffres.",
	"This password is on lists that attackers try first. Choose another one, such as four random words and a number.":
		"Ce mot de passe figure sur les listes que les pirates essaient d’abord. Choisissez-en un autre, comme quatre mots au hasard et un nombre.",
	"Use a password without your name or email address.":
		"Utilisez un mot de passe sans votre nom ni votre adresse courriel.",
};

const frenchReasons: Partial<Record<Reason, string>> = {
	answer_missing: "Choisissez un des deux boutons. Revenez en arrière et réessayez.",
	busy: "Trop de personnes le font en ce moment. Réessayez dans dix secondes.",
	code_wrong: "Le code est erroné. Vérifiez l’heure de votre téléphone, et entrez le code actuel.",
	cookie_missing:
		"Votre navigateur n’a pas envoyé le témoin de cette page. Autorisez les témoins pour ce site, et ouvrez-le par https ou, sur le même appareil, sous le nom localhost.",
	email_taken: "Une personne avec cette adresse courriel a déjà un compte.",
	foreign_site: "Cette demande vient d’un autre site. Ouvrez la page elle-même et faites-le là.",
	invitation_over:
		"Cette invitation n’est plus valide\u00a0: elle a servi, a été retirée ou date de plus de sept jours. Demandez-en une nouvelle.",
	name_invalid: "Entrez votre nom, en 100 caractères au plus.",
	page_expired: "Cette page est restée ouverte trop longtemps. Actualisez-la, puis réessayez.",
	password_reused: "Vous avez déjà utilisé ce mot de passe. Choisissez-en un nouveau.",
	reset_over:
		"Ce lien n’est plus valide\u00a0: il a servi, a été essayé trop souvent ou date de plus d’une heure. Demandez-en un nouveau.",
	role_too_low: "Votre rôle ne le permet pas. Demandez à un propriétaire ou à un administrateur.",
	session_expired: "Votre session a pris fin. Connectez-vous de nouveau.",
};

const frenchCodes: Partial<Record<Code, string>> & { other: string } = {
	NOT_FOUND: "Il n’y a rien à cette adresse. Elle est peut-être ancienne ou mal écrite.",
	TOO_MANY_REQUESTS: "Trop d’essais à partir de votre réseau. Réessayez plus tard.",
	UNAVAILABLE: "Réessayez dans un moment.",
	INTERNAL: "Réessayez dans un moment. Si l’erreur revient, demandez de l’aide.",
	other: "La demande n’a pas été acceptée. Revenez en arrière et réessayez.",
};

function headingOf({ code }: Problem, language: Language): string {
	return headings[language][code] ?? headings[language].other;
}

export function sentenceOf({ code, reason, message }: Problem, language: Language): string {
	if (language === "en") return message;
	return frenchRefusals[message] ?? frenchReasons[reason] ?? frenchCodes[code] ?? frenchCodes.other;
}

export function problemPage(problem: Problem, requestId: string, language: Language): string {
	const heading = headingOf(problem, language);
	const { start, quote } = pageWords[language].problem;
	const content = html`<h1>${heading}</h1>
		<p>${sentenceOf(problem, language)}</p>
		<p><a class="button-quiet" href="/app">${start}</a></p>
		<p class="small muted">${quote} <code>${requestId}</code></p>`;
	return pageOf({ title: heading, content, language });
}
