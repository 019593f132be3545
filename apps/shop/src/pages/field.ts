import { html } from "hono/html";
import type { Markup } from "./layout.ts";

export interface Field {
	readonly id: string;
	readonly label: string;
	readonly attributes: Markup;
	readonly hint?: string;
	/** What is wrong with what was typed, where the shop has read it. */
	readonly problem?: string | undefined;
	/** Stands at the end of the control, inside its frame. */
	readonly beside?: Markup;
}

/** A control with its label, hint and place for an error, tied together for assistive technology. */
export function field({ id, label, attributes, hint, problem, beside = html`` }: Field): Markup {
	return html`<div class="field">
		<label for="${id}">${label}</label>
		<div class="control">
			<input class="input" id="${id}" required spellcheck="false" aria-describedby="${id}-error${hint === undefined ? "" : ` ${id}-hint`}" ${problem === undefined ? "" : html`aria-invalid="true"`} ${attributes}>${beside}
		</div>
		${hint === undefined ? "" : html`<p class="field-hint" id="${id}-hint">${hint}</p>`}
		<p class="field-error" id="${id}-error">${problem ?? ""}</p>
	</div>`;
}
