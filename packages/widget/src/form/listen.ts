import type { FieldName } from "../wire/messages.ts";
import { type DigitField, takeBrowserEdit } from "./editing.ts";
import { expiryField, numberField, securityCodeField } from "./fields.ts";
import type { FormState } from "./state.ts";

/** Events of the payer's input. */
export interface FormEvents {
	focus(field: FieldName): void;
	blur(field: FieldName): void;
	/** Enter was pressed in a field. */
	submit(): void;
}

/** A field's text and the start of its selection, before an edit. */
interface Before {
	text: string;
	from: number;
}

/** Connects the form's inputs to its state, and formats their digits in groups. */
export function listenToForm(root: HTMLElement, state: FormState, events: FormEvents): void {
	let before: Before | undefined;
	let isComposing = false;

	function remember({ target }: Event): void {
		if (!isComposing && isInput(target)) before = { text: target.value, from: target.selectionStart ?? 0 };
	}

	function take({ target }: Event, inputType: string | undefined): void {
		if (!isInput(target)) return;
		const field = target.id as FieldName;
		const digits = digitField(field, state);
		if (digits) state.type(field, editDigits(digits, target, { before, inputType }));
		else state.type(field, target.value);
		before = undefined;
	}

	root.addEventListener("beforeinput", remember);
	root.addEventListener("compositionstart", (event) => {
		remember(event);
		isComposing = true;
	});
	root.addEventListener("compositionend", (event) => {
		isComposing = false;
		take(event, "insertText");
	});
	root.addEventListener("input", (event) => {
		// An input method editor would overwrite the formatted text.
		if (!isComposing) take(event, event instanceof InputEvent ? event.inputType : undefined);
	});
	root.addEventListener("focusin", ({ target }) => isInput(target) && events.focus(target.id as FieldName));
	root.addEventListener("focusout", ({ target }) => {
		if (!isInput(target)) return;
		state.leave(target.id as FieldName);
		events.blur(target.id as FieldName);
	});
	root.addEventListener("keydown", (event) => {
		if (event.key === "Enter" && !event.isComposing && isInput(event.target)) events.submit();
	});
}

/** Every input in the form is a field, and its id is the field's name. */
function isInput(target: EventTarget | null): target is HTMLInputElement {
	return target instanceof HTMLInputElement;
}

function digitField(field: FieldName, { values }: FormState): DigitField | undefined {
	if (field === "number") return numberField;
	if (field === "expiry") return expiryField;
	return field === "securityCode" ? securityCodeField(values.value.number) : undefined;
}

/** Formats the input's digits after the browser's edit, and returns them. */
function editDigits(
	field: DigitField,
	input: HTMLInputElement,
	{ before, inputType = "" }: { before: Before | undefined; inputType: string | undefined },
): string {
	const { value: text } = input;
	const isLocal = before !== undefined && /^(insert(?!Replacement)|delete)/.test(inputType);
	const edited = takeBrowserEdit(field, before?.text ?? "", {
		text,
		caret: isLocal ? (input.selectionStart ?? text.length) : text.length,
		from: isLocal ? before.from : 0,
		deleting: directionOf(inputType),
	});
	if (edited.text !== text) input.value = edited.text;
	// Safari moves the focus into an input when its selection is set, even after autofill.
	if (document.activeElement === input) input.setSelectionRange(edited.caret, edited.caret);
	return edited.digits;
}

/** Cutting and dragging remove exactly the selection, so they have no direction. */
function directionOf(inputType: string): "start" | "end" | undefined {
	if (!inputType.startsWith("delete") || inputType.startsWith("deleteBy")) return undefined;
	return inputType.endsWith("Forward") ? "end" : "start";
}
