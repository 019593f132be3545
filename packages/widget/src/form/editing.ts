import { digitsOf } from "./digits.ts";

export interface DigitField {
	/** `open`: at the end, where a separator may follow. */
	format(digits: string, open: boolean): string;
	limit(digits: string): number;
	insert(before: string, typed: string, after: string): string;
}

export type Input = { kind: "insert"; text: string } | { kind: "delete"; toward: "start" | "end" };

export interface Edited {
	digits: string;
	text: string;
	caret: number;
}

/** Drops digits beyond the limit. */
export function edit(
	field: DigitField,
	text: string,
	selectionStart: number,
	selectionEnd: number,
	input: Input,
): Edited {
	const before = digitsOf(text.slice(0, selectionStart));
	const after = digitsOf(text.slice(selectionEnd));
	if (input.kind === "delete") {
		const hasSelected = digitsOf(text.slice(selectionStart, selectionEnd)) !== "";
		const [left, right] = hasSelected ? [before, after] : withoutNeighbour(before, after, input.toward);
		return write(field, left, right, "deleting");
	}
	const left = takeWhatFits(field, before, field.insert(before, input.text, after), after);
	const edited = write(field, left, after, left.length > before.length || after === "" ? "typing" : "refusing");
	return edited.text === text && edited.digits.length === before.length + after.length
		? { ...edited, caret: selectionStart }
		: edited;
}

function withoutNeighbour(before: string, after: string, toward: "start" | "end"): [string, string] {
	return toward === "start" ? [before.slice(0, -1), after] : [before, after.slice(1)];
}

function takeWhatFits(field: DigitField, before: string, left: string, after: string): string {
	const surplus = Math.max(0, left.length + after.length - field.limit(left + after));
	return left.slice(0, Math.max(before.length, left.length - surplus));
}

function write(field: DigitField, left: string, right: string, doing: "typing" | "refusing" | "deleting"): Edited {
	const digits = left + right;
	const text = field.format(digits, doing === "typing" && right === "");
	const behindDigit = positionBehind(text, left.length);
	return { digits, text, caret: doing === "typing" ? skipSeparator(text, behindDigit) : behindDigit };
}

function positionBehind(text: string, digits: number): number {
	let position = 0;
	for (let seen = 0; seen < digits; position++) if (isDigitAt(text, position)) seen++;
	return position;
}

function skipSeparator(text: string, position: number): number {
	while (position < text.length && !isDigitAt(text, position)) position++;
	return position;
}

function isDigitAt(text: string, position: number): boolean {
	return /[0-9]/.test(text.charAt(position));
}

export interface BrowserEdit {
	text: string;
	caret: number;
	/** 0 when autofill replaced the value. */
	from: number;
	deleting: "start" | "end" | undefined;
}

/** Browsers differ in the edits that they announce. */
export function takeBrowserEdit(
	field: DigitField,
	shown: string,
	{ text, caret, from, deleting }: BrowserEdit,
): Edited {
	const end = shown.length - (text.length - caret);
	const isLocal = end >= 0 && shown.slice(end) === text.slice(caret);
	if (!isLocal) return edit(field, shown, 0, shown.length, { kind: "insert", text });
	const start = commonLength(shown, text, Math.min(from, end, caret));
	const input: Input = deleting
		? { kind: "delete", toward: deleting }
		: { kind: "insert", text: text.slice(start, caret) };
	return edit(field, shown, start, end, input);
}

function commonLength(one: string, other: string, most: number): number {
	let length = 0;
	while (length < most && one[length] === other[length]) length++;
	return length;
}
