import { type Html, html } from "../../html.ts";

/** What is wrong with a form that was sent, said above it and read out at once. */
export function formProblem(message: string | undefined): Html | "" {
	return message === undefined ? "" : html`<p class="notice" data-tone="danger" role="alert">${message}</p>`;
}

export function hiddenField(name: string, value: string | undefined): Html | "" {
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
	/** Where the keyboard is when the page is shown: one field a page. */
	isFirst?: boolean;
	/** For codes: digits on a phone's keyboard, and no corrections. */
	isCode?: boolean;
}

/** A label, its field and what has to be known to fill it in. */
export function field({ name, label, type, autocomplete, value = "", hint, isFirst, isCode }: Field): Html {
	return html`<div class="field">
			<label for="${name}">${label}</label>
			<input class="input" id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" required${isFirst ? html` autofocus` : ""}${isCode ? html` inputmode="numeric" autocapitalize="none" spellcheck="false"` : ""}${hint === undefined ? "" : html` aria-describedby="${name}-hint"`}>
			${hint === undefined ? "" : html`<p class="field-hint" id="${name}-hint">${hint}</p>`}
		</div>`;
}
