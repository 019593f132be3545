import { html } from "hono/html";

/** Screen readers announce the error. */
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
	autocomplete: string;
	value?: string | undefined;
	hint?: string;
	problem?: string;
	isOptional?: boolean;
	/** One field per page at most. */
	isFirst?: boolean;
	/** Entered without autocorrection. */
	code?: "digits" | "letters";
}

export function field({
	name,
	label,
	type,
	autocomplete,
	value = "",
	hint,
	problem,
	isFirst,
	isOptional,
	code,
}: Field) {
	const descriptions = [hint && `${name}-hint`, problem && `${name}-problem`].filter((id) => id !== undefined);
	return html`<div class="field">
			<label for="${name}">${label}</label>
			<input class="input" id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}"${isOptional ? "" : html` required`}${isFirst ? html` autofocus` : ""}${code === undefined ? "" : html` autocapitalize="none" spellcheck="false"`}${code === "digits" ? html` inputmode="numeric"` : ""}${problem === undefined ? "" : html` aria-invalid="true"`}${descriptions.length === 0 ? "" : html` aria-describedby="${descriptions.join(" ")}"`}>
			${hint === undefined ? "" : html`<p class="field-hint" id="${name}-hint">${hint}</p>`}
			${problem === undefined ? "" : html`<p class="field-error" id="${name}-problem">${problem}</p>`}
		</div>`;
}
