import { html } from "hono/html";

/** What is wrong with a form that was sent, said above it and read out at once. */
export function formProblem(message: string | undefined) {
	return message === undefined ? "" : html`<p class="notice" data-tone="danger" role="alert">${message}</p>`;
}

export function hiddenField(name: string, value: string | undefined) {
	return value === undefined ? "" : html`<input type="hidden" name="${name}" value="${value}">`;
}

export interface Field {
	name: string;
	label: string;
	type: "email" | "password" | "text";
	/** By which browsers and password managers know what goes there. */
	autocomplete: string;
	value?: string;
	hint?: string;
	/** Of what was typed before. */
	problem?: string;
	/** Where the keyboard is when the page is shown: one field a page. */
	isFirst?: boolean;
	/** For codes, which no keyboard should correct: of digits alone, or of letters too. */
	code?: "digits" | "letters";
}

/** A label, its field and what has to be known to fill it in. */
export function field({ name, label, type, autocomplete, value = "", hint, problem, isFirst, code }: Field) {
	const descriptions = [hint && `${name}-hint`, problem && `${name}-problem`].filter((id) => id !== undefined);
	return html`<div class="field">
			<label for="${name}">${label}</label>
			<input class="input" id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" required${isFirst ? html` autofocus` : ""}${code === undefined ? "" : html` autocapitalize="none" spellcheck="false"`}${code === "digits" ? html` inputmode="numeric"` : ""}${problem === undefined ? "" : html` aria-invalid="true"`}${descriptions.length === 0 ? "" : html` aria-describedby="${descriptions.join(" ")}"`}>
			${hint === undefined ? "" : html`<p class="field-hint" id="${name}-hint">${hint}</p>`}
			${problem === undefined ? "" : html`<p class="field-error" id="${name}-problem">${problem}</p>`}
		</div>`;
}

/** A button that signs out, for who is not who this browser thinks. */
export function signOutForm(csrfToken: string, label: string) {
	return html`<form method="post" action="/app/sign-out">${hiddenField("csrf_token", csrfToken)}<button class="button-quiet" type="submit">${label}</button></form>`;
}
