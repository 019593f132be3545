import { html } from "hono/html";
import { field, formProblem, hiddenField } from "../pages/form.ts";
import { pageOf } from "../pages/layout.ts";
import { passwordHint } from "./password-rules.ts";

const backToSignIn = html`<p><a href="/app/sign-in">Back to the sign-in</a></p>`;

/** The page to request a new password. Pure. */
export function forgotPasswordPage({ csrfToken }: { csrfToken: string }): string {
	const content = html`<h1>Forgot your password?</h1>
		<p>Enter your email address. We will send you a link to choose a new password.</p>
		<form method="post" action="/app/forgot-password" class="standalone-form">
			${hiddenField("csrf_token", csrfToken)}
			${field({ name: "email", label: "Email address", type: "email", autocomplete: "username", isFirst: true })}
			<button class="button" type="submit">Send the link</button>
		</form>`;
	return pageOf({ title: "Forgot your password?", content, below: backToSignIn });
}

/** The page after the request, the same for every address. Pure. */
export function resetSentPage({ isSandbox }: { isSandbox: boolean }): string {
	const content = html`<h1>Check your email</h1>
		<p>If an account has this email address, we have sent it a link. The link is valid for one hour.</p>
		${isSandbox ? html`<p class="small">In the sandbox, mail is kept in <a href="/sandbox/mailbox">its mailbox</a>.</p>` : ""}`;
	return pageOf({ title: "Check your email", content, below: backToSignIn });
}

export interface NewPasswordPage {
	csrfToken: string;
	/** The address of this page, which its form posts to. */
	path: string;
	email: string;
	problem?: string;
}

/** The page of a link for a new password. Pure. */
export function newPasswordPage({ csrfToken, path, email, problem }: NewPasswordPage): string {
	const content = html`<h1>Choose a new password</h1>
		<p>For ${email}. You will be signed out everywhere. Then sign in with the new password.</p>
		<form method="post" action="${path}" class="standalone-form">
			${hiddenField("csrf_token", csrfToken)}
			<input class="visually-hidden" type="email" autocomplete="username" value="${email}" readonly tabindex="-1" aria-hidden="true">
			${newPasswordField(problem)}
			<button class="button" type="submit">Set the password</button>
		</form>`;
	return pageOf({ title: problem === undefined ? "Choose a new password" : "Choose another password", content });
}

export interface InvitationPage extends NewPasswordPage {
	merchantName: string;
	/** The display name. */
	role: string;
	name: string;
}

export function invitationPage(page: InvitationPage): string {
	const { csrfToken, path, email, merchantName, role, name, problem } = page;
	const content = html`<h1>Join ${merchantName}</h1>
		<p>Your role: <strong>${role}</strong>. You sign in as <strong>${email}</strong>.</p>
		${formProblem(problem)}
		<form method="post" action="${path}" class="standalone-form">
			${hiddenField("csrf_token", csrfToken)}
			<input class="visually-hidden" type="email" autocomplete="username" value="${email}" readonly tabindex="-1" aria-hidden="true">
			${field({ name: "name", label: "Your name", type: "text", autocomplete: "name", value: name })}
			${newPasswordField(undefined)}
			<button class="button" type="submit">Join</button>
		</form>`;
	return pageOf({ title: problem === undefined ? `Join ${merchantName}` : "Not joined yet", content });
}

function newPasswordField(problem: string | undefined) {
	return field({
		name: "password",
		label: "Password",
		type: "password",
		autocomplete: "new-password",
		hint: passwordHint,
		...(problem !== undefined && { problem }),
		isFirst: true,
	});
}
