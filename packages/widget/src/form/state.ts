import { type Brand, brandOf, type CardFields } from "@cardseal/card";
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals-core";
import type { Words } from "../locale/words.ts";
import type { FieldName, FormOptions } from "../wire/messages.ts";
import { expectedCodeLength, splitExpiry } from "./fields.ts";
import type { Marks } from "./marks.tsx";
import { findProblems, type ProblemKey, type Problems, type Values } from "./problems.ts";

const nothing: Values = { number: "", expiry: "", securityCode: "", name: "", postalCode: "" };

export interface FormState {
	words: Signal<Words>;
	marks: Signal<Marks>;
	/** Undefined: all. */
	listed: Signal<string[] | undefined>;
	disabled: Signal<boolean>;
	asked: ReadonlySignal<FieldName[]>;
	values: ReadonlySignal<Values>;
	/** Only visible fields count. */
	isEmpty: ReadonlySignal<boolean>;
	brand: ReadonlySignal<Brand | undefined>;
	problems: ReadonlySignal<Problems>;
	shown: ReadonlySignal<Problems>;
	hasFailed: ReadonlySignal<boolean>;
	/** For screen readers, in addition to the errors at the fields. */
	announcement: ReadonlySignal<string>;
	/** Clears fields that disappear. */
	ask(fields: FormOptions["fields"]): void;
	type(field: FieldName, value: string): void;
	leave(field: FieldName): void;
	/** @param focused moving the focus reads a field's error out, staying does not */
	judge(focused: FieldName | undefined): FieldName[];
	fail(): void;
	/** Only when the form has no problems. */
	card(): CardFields;
	cardholder(): { name?: string; postalCode?: string };
	clear(): void;
}

export function createFormState(now: () => number, words: Words): FormState {
	const form = createSignals(now, words);
	return {
		...form,
		ask: (fields) => batch(() => ask(form, fields)),
		type: (field, value) => batch(() => type(form, field, value)),
		leave: (field) => batch(() => leave(form, field)),
		judge: (focused) => batch(() => judge(form, focused)),
		fail: () => batch(() => fail(form)),
		card: () => card(form),
		cardholder: () => cardholder(form),
		clear: () => batch(() => clear(form)),
	};
}

type Signals = ReturnType<typeof createSignals>;

function createSignals(now: () => number, first: Words) {
	const words = signal(first);
	const optional = signal({ name: false, postalCode: false });
	const values = signal(nothing);
	const asked = computed(() => askedFields(optional.value));
	return {
		words,
		optional,
		values,
		asked,
		marks: signal<Marks>({}),
		listed: signal<string[] | undefined>(undefined),
		disabled: signal(false),
		shown: signal<Problems>({}),
		hasFailed: signal(false),
		announcement: signal(""),
		touched: new Set<FieldName>(),
		isEmpty: computed(() => asked.value.every((field) => values.value[field] === "")),
		brand: computed(() => brandOf(values.value.number)),
		problems: computed(() => findProblems(values.value, asked.value, now())),
	};
}

function ask({ optional, asked, values }: Signals, fields: FormOptions["fields"]): void {
	optional.value = fields;
	const gone = Object.entries(nothing).filter(([field]) => !asked.value.includes(field as FieldName));
	values.value = { ...values.value, ...Object.fromEntries(gone) };
}

function type(form: Signals, field: FieldName, value: string): void {
	const { touched, values, hasFailed, shown, problems, announcement, brand, words } = form;
	const before = brand.value;
	touched.add(field);
	values.value = { ...values.value, [field]: value };
	hasFailed.value = false;
	const left = stillWrong(shown.value, problems.value);
	if (Object.keys(left).length < Object.keys(shown.value).length) announcement.value = "";
	shown.value = left;
	if (brand.value && brand.value !== before) announcement.value = brandText(words.value, brand.value);
}

function leave(form: Signals, field: FieldName): void {
	const problem = form.problems.value[field];
	if (form.touched.has(field) && problem && form.shown.value[field] !== problem) announceProblem(form, field, problem);
}

function judge(form: Signals, focused: FieldName | undefined): FieldName[] {
	const { asked, problems, shown, hasFailed, announcement } = form;
	const wrong = asked.value.filter((field) => problems.value[field]);
	const [first] = wrong;
	const problem = first && problems.value[first];
	hasFailed.value = false;
	if (!problem || first !== focused) announcement.value = "";
	else if (shown.value[first] !== problem) announceProblem(form, first, problem);
	shown.value = problems.value;
	return wrong;
}

function announceProblem({ announcement, words, values, shown }: Signals, field: FieldName, problem: ProblemKey): void {
	announcement.value = problemText(words.value, problem, values.value.number);
	shown.value = { ...shown.value, [field]: problem };
}

function fail({ hasFailed, announcement, words }: Signals): void {
	hasFailed.value = true;
	announcement.value = words.value.errors.connection;
}

function card({ values }: Signals): CardFields {
	const { number, expiry, securityCode } = values.value;
	return { number, securityCode, ...splitExpiry(expiry) };
}

function cardholder({ asked, values }: Signals): { name?: string; postalCode?: string } {
	const given = asked.value.filter((field) => field === "name" || field === "postalCode");
	return Object.fromEntries(given.map((field) => [field, values.value[field].trim()]));
}

function clear({ touched, values, shown, announcement, hasFailed }: Signals): void {
	touched.clear();
	values.value = nothing;
	shown.value = {};
	announcement.value = "";
	hasFailed.value = false;
}

function askedFields({ name, postalCode }: FormOptions["fields"]): FieldName[] {
	const card: FieldName[] = ["number", "expiry", "securityCode"];
	return [...card, ...(name ? ["name" as const] : []), ...(postalCode ? ["postalCode" as const] : [])];
}

/** A new problem waits until the payer leaves the field. */
function stillWrong(shown: Problems, problems: Problems): Problems {
	const fields = Object.keys(shown) as FieldName[];
	return Object.fromEntries(
		fields.flatMap((field) => (shown[field] === problems[field] ? [[field, shown[field]]] : [])),
	);
}

export function problemText(words: Words, problem: ProblemKey, number: string): string {
	return words.errors[problem].replace("{digits}", String(expectedCodeLength(number) ?? 3));
}

const brandNames: Partial<Record<Brand, string>> = { Amex: "American Express", Diners: "Diners Club" };

function brandText(words: Words, brand: Brand): string {
	return words.brandAnnounced.replace("{brand}", brandNames[brand] ?? brand);
}
