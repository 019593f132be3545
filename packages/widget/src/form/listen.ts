import type { FieldName } from "../wire/messages.ts";
import { digitsOf } from "./digits.ts";
import { type DigitField, takeBrowserEdit } from "./editing.ts";
import { expiryField, isWhole, numberField, securityCodeField } from "./fields.ts";
import type { FormState } from "./state.ts";

export interface FormEvents {
	focus(field: FieldName): void;
	blur(field: FieldName): void;
	submit(): void;
}

interface Before {
	text: string;
	from: number;
}

const following: Partial<Record<FieldName, FieldName>> = { number: "expiry", expiry: "securityCode" };

/** @returns reads the inputs again: a program may fill them without an event */
export function listenToForm(root: HTMLElement, state: FormState, events: FormEvents): () => void {
	let before: Before | undefined;
	let isComposing = false;
	let advancedFrom: HTMLElement | undefined;

	function remember({ target }: Event): void {
		if (!isComposing && isInput(target)) before = { text: target.value, from: target.selectionStart ?? 0 };
	}

	function take({ target }: Pick<Event, "target">, inputType: string | undefined): void {
		if (!isInput(target)) return;
		const field = target.id as FieldName;
		const digits = digitField(field, state);
		if (digits) state.type(field, editDigits(digits, target, { before, inputType }));
		else state.type(field, target.value);
		advancedFrom = undefined;
		if (isTyping(inputType) && target.selectionStart === target.value.length) advance(field, target);
		before = undefined;
	}

	function advance(field: FieldName, input: HTMLInputElement): void {
		const next = following[field];
		const { values, problems } = state;
		if (!next || values.value[next] || problems.value[field] || document.activeElement !== input) return;
		if (!isWhole(field, values.value[field])) return;
		document.getElementById(next)?.focus();
		advancedFrom = input;
	}

	/** Lets a habitual Tab skip no field. */
	function correctAdvance(event: KeyboardEvent): void {
		if (!advancedFrom || event.shiftKey || (event.key !== "Tab" && event.key !== "Backspace")) return;
		event.preventDefault();
		if (event.key === "Backspace") advancedFrom.focus();
		advancedFrom = undefined;
	}

	function read(input: HTMLInputElement): void {
		const field = input.id as FieldName;
		const shown = digitField(field, state) ? digitsOf(input.value) : input.value;
		if (!isComposing && shown !== state.values.value[field]) take({ target: input }, undefined);
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
		// An input method editor overwrites formatted text.
		if (!isComposing) take(event, event instanceof InputEvent ? event.inputType : undefined);
	});
	root.addEventListener("change", ({ target }) => isInput(target) && read(target));
	root.addEventListener("focusin", ({ target }) => isInput(target) && events.focus(target.id as FieldName));
	root.addEventListener("focusout", ({ target, relatedTarget }) => {
		if (!isInput(target)) return;
		advancedFrom = undefined;
		read(target);
		const field = target.id as FieldName;
		const isBack = () => document.hasFocus() && document.activeElement === target;
		// An error may move a button below, which would lose its click.
		if (relatedTarget) state.leave(field);
		else setTimeout(() => isBack() || state.leave(field), 500);
		events.blur(field);
	});
	root.addEventListener("keydown", (event) => {
		correctAdvance(event);
		if (event.key === "Enter" && !event.isComposing && isInput(event.target)) events.submit();
	});
	return () => root.querySelectorAll("input").forEach(read);
}

function isTyping(inputType = ""): boolean {
	return /^insert(?!Replacement)/.test(inputType);
}

function isInput(target: EventTarget | null): target is HTMLInputElement {
	return target instanceof HTMLInputElement;
}

function digitField(field: FieldName, { values }: FormState): DigitField | undefined {
	if (field === "number") return numberField;
	if (field === "expiry") return expiryField;
	return field === "securityCode" ? securityCodeField(values.value.number) : undefined;
}

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
	// Safari focuses an input when its selection is set.
	if (document.activeElement === input) input.setSelectionRange(edited.caret, edited.caret);
	return edited.digits;
}

function directionOf(inputType: string): "start" | "end" | undefined {
	if (!inputType.startsWith("delete") || inputType.startsWith("deleteBy")) return undefined;
	return inputType.endsWith("Forward") ? "end" : "start";
}
