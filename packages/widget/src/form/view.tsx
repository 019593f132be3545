import { effect } from "@preact/signals-core";
import { type InputHTMLAttributes, type JSX, render } from "preact";
import type { FieldName } from "../wire/messages.ts";
import { expectedCodeLength } from "./fields.ts";
import { type FormEvents, listenToForm } from "./listen.ts";
import { AcceptedMarks, CodePicture, Mark } from "./marks.tsx";
import { type FormState, problemText } from "./state.ts";

export type FormView = ReturnType<typeof showForm>;

export function showForm(root: HTMLElement, state: FormState, events: FormEvents) {
	const read = listenToForm(root, state, events);
	root.replaceChildren();
	// Faster than comparing.
	effect(() => render(<CardForm state={state} />, root));
	return {
		read,
		focus: (field: FieldName = "number") => document.getElementById(field)?.focus(),
		// The frame remembers its last field while the payer is elsewhere.
		focused: () =>
			document.hasFocus() ? state.asked.value.find((field) => document.activeElement?.id === field) : undefined,
		clear(): void {
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

/** Inputs keep their text: rendering it would move the caret. */
const inputs: Record<FieldName, InputHTMLAttributes<HTMLInputElement>> = {
	number: { autocomplete: "cc-number", inputMode: "numeric", dir: "ltr" },
	expiry: { autocomplete: "cc-exp", inputMode: "numeric", dir: "ltr" },
	securityCode: { autocomplete: "cc-csc", inputMode: "numeric", dir: "ltr" },
	name: { autocomplete: "cc-name", autocapitalize: "words", maxLength: 255 },
	postalCode: { autocomplete: "postal-code", autocapitalize: "characters", maxLength: 255 },
};

function Field({ field, state }: { field: FieldName; state: FormState }): JSX.Element {
	const { words, shown, disabled, brand, marks, listed } = state;
	const isWrong = shown.value[field] !== undefined;
	const error = errorOf(field, state);
	const hint = hintOf(field, state);
	return (
		<div class={`field ${field}`}>
			<div class="head">
				<label for={field}>{words.value[field]}</label>
				{field === "number" && <AcceptedMarks marks={marks.value} listed={listed.value} />}
			</div>
			<div class="control">
				<input
					id={field}
					name={field}
					type="text"
					// As a property, "off" is true.
					autoCorrect="off"
					enterKeyHint="go"
					spellcheck={false}
					placeholder={field === "expiry" ? hint : undefined}
					aria-required="true"
					aria-invalid={isWrong}
					aria-describedby={(error ?? hint) && `${field}-note`}
					disabled={disabled.value}
					{...inputs[field]}
				/>
				{field === "number" && <Mark brand={brand.value} marks={marks.value} />}
				{field === "securityCode" && <CodePicture isOnFront={isCodeOnFront(state)} />}
			</div>
			<div class="note" data-wide={isAlone(field, state)}>
				<p id={`${field}-note`} class={error ? "error" : "unseen"}>
					{error ?? hint}
				</p>
			</div>
		</div>
	);
}

function errorOf(field: FieldName, { words, values, shown, hasFailed }: FormState): string | undefined {
	const problem = shown.value[field];
	if (problem) return problemText(words.value, problem, values.value.number);
	return field === "number" && hasFailed.value ? words.value.errors.connection : undefined;
}

function hintOf(field: FieldName, state: FormState): string | undefined {
	const { expiryHint, securityCodeOnBack, securityCodeOnFront } = state.words.value;
	if (field === "expiry") return expiryHint;
	if (field !== "securityCode") return undefined;
	return isCodeOnFront(state) ? securityCodeOnFront : securityCodeOnBack;
}

function isCodeOnFront({ values }: FormState): boolean {
	return expectedCodeLength(values.value.number) === 4;
}

function isAlone(field: FieldName, { shown }: FormState): boolean {
	const neighbour = ({ expiry: "securityCode", securityCode: "expiry" } as const)[field as "expiry"];
	return shown.value[field] !== undefined && shown.value[neighbour] === undefined;
}
