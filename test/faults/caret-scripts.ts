import { numberLengths } from "@cardseal/card";
import fc from "fast-check";
import { type DigitField, type Edited, takeBrowserEdit } from "../../packages/widget/src/form/editing.ts";
import { expiryField, numberField, securityCodeField } from "../../packages/widget/src/form/fields.ts";

/*
 * Random edits of the card form's fields, compared with a plain model: digits with a caret and no format. The field must
 * always hold the model's digits, with its caret at the same digit.
 */

type Step =
	| { do: "type"; text: string }
	| { do: "delete"; toward: "start" | "end" }
	/** Sets the caret or a selection; each end in 1/1000 of the text's length. */
	| { do: "select"; start: number; end: number }
	| { do: "autofill"; text: string };

/** Digits and the selection among them, counted in digits. */
interface Plain {
	digits: string;
	start: number;
	end: number;
}

/** A field, its possible input, and the model's result of typing. */
interface Subject {
	name: string;
	field: DigitField;
	typed: fc.Arbitrary<string>;
	type(plain: Plain, text: string): Plain;
}

const digit = fc.constantFrom(..."0123456789");
const otherDigits = fc.constantFrom("\u0664", "\u06f4", "\uff14");
const noDigit = fc.constantFrom(" ", "-", "/", "x", "\u200b", "\u00e9", ".");
const pasted = fc.constantFrom(
	"4242 4242 4242 4242",
	"3782-822463-10005",
	"5555555555554444",
	"6205500000000000004",
	"3622 720627 1667",
	"12345678901234567890123",
);

const subjects: Subject[] = [
	{
		name: "number",
		field: numberField,
		typed: fc.oneof(
			{ weight: 8, arbitrary: digit },
			otherDigits,
			noDigit,
			pasted,
			fc.string({ unit: fc.oneof(digit, noDigit), maxLength: 8 }),
		),
		type: (plain, text) => typeDigits(plain, text, (digits) => numberLengths(digits).at(-1) ?? 19),
	},
	{
		name: "securityCode",
		field: securityCodeField(""),
		typed: fc.oneof(digit, digit, noDigit, otherDigits, fc.constantFrom("123", "12345")),
		type: (plain, text) => typeDigits(plain, text, () => 4),
	},
	{ name: "expiry", field: expiryField, typed: fc.oneof(digit, digit, digit, noDigit), type: typeIntoExpiry },
];

function plainDigits(text: string): string {
	return [...text.normalize("NFKC")]
		.map((character) => {
			const at = ["٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹"].map((script) => script.indexOf(character));
			return String(at.find((index) => index >= 0) ?? character);
		})
		.join("")
		.replace(/[^0-9]/g, "");
}

function typeDigits(plain: Plain, text: string, limit: (digits: string) => number): Plain {
	const left = plain.digits.slice(0, plain.start);
	const right = plain.digits.slice(plain.end);
	let typed = plainDigits(text);
	const room = limit(left + typed + right) - left.length - right.length;
	typed = typed.slice(0, Math.max(0, room));
	return caretAt(left + typed + right, left.length + typed.length);
}

/** One sign at a time: a first digit above 1 is a whole month, and so is a single digit with a separator behind it. */
function typeIntoExpiry(plain: Plain, text: string): Plain {
	const left = plain.digits.slice(0, plain.start);
	const rest = left + plain.digits.slice(plain.end);
	if (rest === "" && /^[2-9]$/.test(text)) return caretAt(`0${text}`, 2);
	if (/^[1-9]$/.test(rest) && left === rest && /^[/.-]$/.test(text)) return caretAt(`0${rest}`, 2);
	return typeDigits(plain, text, (digits) => (/^..20/.test(digits) ? 6 : 4));
}

function deletePlain({ digits, start, end }: Plain, toward: "start" | "end"): Plain {
	if (start < end) return caretAt(digits.slice(0, start) + digits.slice(end), start);
	const from = toward === "start" ? start - 1 : start;
	if (from < 0) return caretAt(digits, start);
	return caretAt(digits.slice(0, from) + digits.slice(from + 1), from);
}

function caretAt(digits: string, caret: number): Plain {
	return { digits, start: caret, end: caret };
}

/** The state of a text field: its text and selection. */
interface Field {
	text: string;
	start: number;
	end: number;
}

/** The edit that every browser makes, and the form's reaction. */
function browse(
	subject: Subject,
	{ text, start, end }: Field,
	step: Exclude<Step, { do: "select" }>,
): Edited | undefined {
	if (step.do === "autofill") {
		const filled = { text: step.text, caret: step.text.length, from: 0, deleting: undefined };
		return takeBrowserEdit(subject.field, text, filled);
	}
	if (step.do === "type") {
		const typed = { text: text.slice(0, start) + step.text + text.slice(end), caret: start + step.text.length };
		return takeBrowserEdit(subject.field, text, { ...typed, from: start, deleting: undefined });
	}
	const [first, last] = start < end ? [start, end] : step.toward === "start" ? [start - 1, start] : [start, start + 1];
	// At the end of the text there is nothing to delete, and no event.
	if (first < 0 || last > text.length) return undefined;
	const left = { text: text.slice(0, first) + text.slice(last), caret: first };
	return takeBrowserEdit(subject.field, text, { ...left, from: start, deleting: step.toward });
}

const digitsIn = (text: string) => text.replace(/[^0-9]/g, "").length;

function select({ text }: Field, step: { start: number; end: number }): Field {
	const [start = 0, end = 0] = [step.start, step.end]
		.sort((a, b) => a - b)
		.map((at) => Math.round((at * text.length) / 1000));
	return { text, start, end };
}

function play(subject: Subject, steps: Step[]): void {
	let field: Field = { text: "", start: 0, end: 0 };
	let plain = caretAt("", 0);
	for (const [index, step] of steps.entries()) {
		if (step.do === "select") {
			field = select(field, step);
			const before = (position: number) => digitsIn(field.text.slice(0, position));
			plain = { ...plain, start: before(field.start), end: before(field.end) };
			continue;
		}
		const edited = browse(subject, field, step);
		if (edited) field = { text: edited.text, start: edited.caret, end: edited.caret };
		plain = expected(subject, plain, step);
		compare(`step ${index + 1}`, { field, digits: edited?.digits ?? plain.digits, plain });
	}
}

function expected(subject: Subject, plain: Plain, step: Exclude<Step, { do: "select" }>): Plain {
	if (step.do === "delete") return deletePlain(plain, step.toward);
	const selected = step.do === "autofill" ? { ...plain, start: 0, end: plain.digits.length } : plain;
	return subject.type(selected, step.text);
}

function compare(when: string, { field, digits, plain }: { field: Field; digits: string; plain: Plain }): void {
	const caret = digitsIn(field.text.slice(0, field.start));
	const holds = digits === plain.digits && field.text.replace(/[ /]/g, "") === digits && caret === plain.start;
	if (holds) return;
	throw new Error(
		`${when}: "${field.text}" with the caret at ${field.start}; the model has "${plain.digits}" at ${plain.start}`,
	);
}

function stepsFor({ typed }: Subject): fc.Arbitrary<Step[]> {
	const share = fc.nat(1000);
	const toward = fc.constantFrom("start" as const, "end" as const);
	const step: fc.Arbitrary<Step> = fc.oneof(
		{ weight: 8, arbitrary: typed.map((text) => ({ do: "type" as const, text })) },
		{ weight: 3, arbitrary: toward.map((toward) => ({ do: "delete" as const, toward })) },
		{ weight: 2, arbitrary: share.map((at) => ({ do: "select" as const, start: at, end: at })) },
		{ weight: 1, arbitrary: fc.tuple(share, share).map(([start, end]) => ({ do: "select" as const, start, end })) },
		{ weight: 1, arbitrary: typed.map((text) => ({ do: "autofill" as const, text })) },
	);
	return fc.array(step, { minLength: 1, maxLength: 40 });
}

/** The fields under test. */
export const caretSubjects: readonly string[] = subjects.map(({ name }) => name);

/**
 * Plays random edit scripts on one field, or on all of them.
 *
 * @param runs scripts for each field
 * @throws with the shortest script in which field and model differ
 */
export function playCaretScripts({ runs, seed, only }: { runs: number; seed: number; only?: string }): void {
	for (const subject of subjects.filter(({ name }) => only === undefined || name === only)) {
		fc.assert(
			fc.property(stepsFor(subject), (steps) => play(subject, steps)),
			{ numRuns: runs, seed },
		);
	}
}
