import type { Role } from "@cardseal/merchants";
import type { Language } from "@cardseal/platform";
import { field, formProblem, hiddenField, pageOf } from "@cardseal/platform/pages";
import { html } from "hono/html";
import { type PageWords, pageWords } from "../pages/words.ts";

function backToSignIn({ forgotten }: PageWords) {
	return html`<p><a href="/app/sign-in">${forgotten.back}</a></p>`;
}

export function forgotPasswordPage({ language, csrfToken }: { language: Language; csrfToken: string }): string {
	const words = pageWords[language];
	const { title, explanation, send } = words.forgotten;
	const content = html`<h1>${title}</h1>
		<p>${explanation}</p>
		<form method="post" action="/app/forgot-password" class="standalone-form">
			${hiddenField("csrf_token", csrfToken)}
			${field({ name: "email", label: words.email, type: "email", autocomplete: "username", isFirst: true })}
			<button class="button" type="submit">${send}</button>
		</form>`;
	return pageOf({ title, content, language, below: backToSignIn(words) });
}

/** The same page for every address. */
export function resetSentPage({ language, isSandbox }: { language: Language; isSandbox: boolean }): string {
	const words = pageWords[language];
	const { title, explanation, mailbox } = words.sent;
	const content = html`<h1>${title}</h1>
		<p>${explanation}</p>
		${isSandbox ? html`<p class="small">${mailbox.before} <a href="/sandbox/mailbox">${mailbox.link}</a>${mailbox.after}</p>` : ""}`;
	return pageOf({ title, content, language, below: backToSignIn(words) });
}

export interface NewPasswordPage {
	language: Language;
	csrfToken: string;
	path: string;
	email: string;
	problem?: string;
}

export function newPasswordPage({ language, csrfToken, path, email, problem }: NewPasswordPage): string {
	const words = pageWords[language];
	const { title, failed, explanation, set } = words.newPassword;
	const content = html`<h1>${title}</h1>
		<p>${explanation(email)}</p>
		<form method="post" action="${path}" class="standalone-form">
			${hiddenField("csrf_token", csrfToken)}
			<input class="visually-hidden" type="email" autocomplete="username" value="${email}" readonly tabindex="-1" aria-hidden="true">
			${newPasswordField(words, problem)}
			<button class="button" type="submit">${set}</button>
		</form>`;
	return pageOf({ title: problem === undefined ? title : failed, content, language });
}

export interface InvitationPage extends NewPasswordPage {
	merchantName: string;
	role: Role;
	name: string;
}

export function invitationPage(page: InvitationPage): string {
	const { language, csrfToken, path, email, merchantName, role, name, problem } = page;
	const words = pageWords[language];
	const { invitation } = words;
	const title = invitation.title(merchantName);
	const content = html`<h1>${title}</h1>
		<p>${invitation.role} <strong>${invitation.roles[role]}</strong>. ${invitation.signsInAs} <strong>${email}</strong>.</p>
		${formProblem(problem)}
		<form method="post" action="${path}" class="standalone-form">
			${hiddenField("csrf_token", csrfToken)}
			<input class="visually-hidden" type="email" autocomplete="username" value="${email}" readonly tabindex="-1" aria-hidden="true">
			${field({ name: "name", label: invitation.name, type: "text", autocomplete: "name", value: name })}
			${newPasswordField(words, undefined)}
			<button class="button" type="submit">${invitation.join}</button>
		</form>`;
	return pageOf({ title: problem === undefined ? title : invitation.failed, content, language });
}

function newPasswordField({ password, newPassword }: PageWords, problem: string | undefined) {
	return field({
		name: "password",
		label: password,
		type: "password",
		autocomplete: "new-password",
		hint: newPassword.hint,
		...(problem !== undefined && { problem }),
		isFirst: true,
	});
}
