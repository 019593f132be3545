import { effect } from "@preact/signals-core";
import { type InputHTMLAttributes, type JSX, render } from "preact";
import type { FieldName } from "../wire/messages.ts";
import { BrandIcon } from "./brand-icon.tsx";
import { expectedCodeLength } from "./fields.ts";
import { type FormEvents, listenToForm } from "./listen.ts";
import { type FormState, problemText } from "./state.ts";

/** The form on the page. */
export interface FormView {
	/** Moves the focus to the field, or to the first one. */
	focus(field?: FieldName): void;
	/** The field with the focus. */
	focused(): FieldName | undefined;
	/** Clears the fields on the page and in the state. */
	clear(): void;
}

/** Shows the form in `root` and keeps it up to date. */
export function showForm(root: HTMLElement, state: FormState, events: FormEvents): FormView {
	listenToForm(root, state, events);
	// Rendered whole after each change: for five fields this is faster than comparing.
	effect(() => render(<CardForm state={state} />, root));
	return {
		focus: (field = "number") => document.getElementById(field)?.focus(),
		// While the payer is elsewhere on the merchant's page, the frame still remembers its last field.
		focused: () =>
			document.hasFocus() ? state.asked.value.find((field) => document.activeElement?.id === field) : undefined,
		clear() {
			state.clear();
			for (const input of root.querySelectorAll("input")) input.value = "";
		},
	};
}

function CardForm({ state }: { state: FormState }): JSX.Element {
	return (
		<form aria-label={state.words.value.form} noValidate onSubmit={(event) => event.preventDefault()}>
			{state.asked.value.map((field) => (
				<Field key={field} field={field} state={state} />
			))}
			<p class="unseen" role="status">
				{state.announcement.value}
			</p>
		</form>
	);
}

/**
 * Attributes of each field for typing and autofill. The inputs keep their own text: rendering it would move the caret.
 */
const inputs: Record<FieldName, InputHTMLAttributes<HTMLInputElement>> = {
	number: { autocomplete: "cc-number", inputMode: "numeric", dir: "ltr" },
	expiry: { autocomplete: "cc-exp", inputMode: "numeric", dir: "ltr" },
	securityCode: { autocomplete: "cc-csc", inputMode: "numeric", dir: "ltr" },
	name: { autocomplete: "cc-name", autocapitalize: "words", maxLength: 255 },
	postalCode: { autocomplete: "postal-code", autocapitalize: "characters", maxLength: 255 },
};

function Field({ field, state }: { field: FieldName; state: FormState }): JSX.Element {
	const isWrong = state.shown.value[field] !== undefined;
	const note = noteOf(field, state);
	return (
		<div class={`field ${field}`}>
			<label for={field}>{state.words.value[field]}</label>
			<div class="control">
				<input
					id={field}
					name={field}
					type="text"
					autocorrect="off"
					spellcheck={false}
					aria-required="true"
					aria-invalid={isWrong}
					aria-describedby={note && `${field}-note`}
					disabled={state.disabled.value}
					{...inputs[field]}
				/>
				{field === "number" && <BrandIcon brand={state.brand.value} />}
			</div>
			<div class="note">
				<p id={`${field}-note`} class={isWrong || (field === "number" && note) ? "error" : undefined}>
					{note}
				</p>
				{possibleNotes(field, state).map((text) => (
					<span key={text} class="ghost error" data-text={text} />
				))}
			</div>
		</div>
	);
}

/** The note below a field: its problem, or a hint. Failures on our side appear at the top. */
function noteOf(field: FieldName, { words, values, shown, hasFailed }: FormState): string | undefined {
	const problem = shown.value[field];
	if (problem) return problemText(words.value, problem, values.value.number);
	if (field === "number") return hasFailed.value ? words.value.errors.connection : undefined;
	if (field === "expiry") return words.value.expiryHint;
	if (field !== "securityCode") return undefined;
	const isOnFront = expectedCodeLength(values.value.number) === 4;
	return isOnFront ? words.value.securityCodeOnFront : words.value.securityCodeOnBack;
}

/**
 * All possible notes of a field, laid out invisibly on top of each other to reserve the height of the tallest. An
 * error that moved the merchant's button between press and release would lose the click.
 */
function possibleNotes(field: FieldName, { words }: FormState): string[] {
	const { errors, securityCodeOnBack, securityCodeOnFront } = words.value;
	// A field's errors begin with its name.
	const own = Object.entries(errors).flatMap(([key, text]) => (key.startsWith(field) ? [text] : []));
	if (field === "number") return [...own, errors.connection];
	if (field === "securityCode") return [...own, securityCodeOnBack, securityCodeOnFront];
	return field === "expiry" ? own : [...own, errors.cardNumberHere];
}
