import { type Brand, brandOf, type CardFields } from "@cardseal/card";
import { batch, computed, signal } from "@preact/signals-core";
import type { Words } from "../locale/en.ts";
import type { FieldName, FormOptions } from "../wire/messages.ts";
import { expectedCodeLength, splitExpiry } from "./fields.ts";
import type { Marks } from "./marks.tsx";
import { findProblems, type ProblemKey, type Problems, type Values } from "./problems.ts";

const nothing: Values = { number: "", expiry: "", securityCode: "", name: "", postalCode: "" };

export type FormState = ReturnType<typeof createFormState>;

export function createFormState(now: () => number, first: Words) {
	const words = signal(first);
	const optional = signal({ name: false, postalCode: false });
	const values = signal(nothing);
	const asked = computed(() => askedFields(optional.value));
	const shown = signal<Problems>({});
	const hasFailed = signal(false);
	const announcement = signal("");
	const brand = computed(() => brandOf(values.value.number));
	const problems = computed(() => findProblems(values.value, asked.value, now()));
	const touched = new Set<FieldName>();

	function announceProblem(field: FieldName, problem: ProblemKey): void {
		announcement.value = problemText(words.value, problem, values.value.number);
		shown.value = { ...shown.value, [field]: problem };
	}

	return {
		words,
		marks: signal<Marks>({}),
		/** Undefined: all. */
		listed: signal<string[] | undefined>(undefined),
		disabled: signal(false),
		asked,
		values,
		isEmpty: computed(() => asked.value.every((field) => values.value[field] === "")),
		brand,
		problems,
		shown,
		hasFailed,
		/** For screen readers. */
		announcement,
		ask: batched((fields: FormOptions["fields"]): void => {
			optional.value = fields;
			const gone = Object.entries(nothing).filter(([field]) => !asked.value.includes(field as FieldName));
			values.value = { ...values.value, ...Object.fromEntries(gone) };
		}),
		type: batched((field: FieldName, value: string): void => {
			const before = brand.value;
			touched.add(field);
			values.value = { ...values.value, [field]: value };
			hasFailed.value = false;
			const left = stillWrong(shown.value, problems.value);
			if (Object.keys(left).length < Object.keys(shown.value).length) announcement.value = "";
			shown.value = left;
			if (brand.value && brand.value !== before) announcement.value = brandText(words.value, brand.value);
		}),
		leave: batched((field: FieldName): void => {
			const problem = problems.value[field];
			if (touched.has(field) && problem && shown.value[field] !== problem) announceProblem(field, problem);
		}),
		/** @param focused has its error read out only when the focus moves there */
		judge: batched((focused: FieldName | undefined): FieldName[] => {
			const wrong = asked.value.filter((field) => problems.value[field]);
			const [first] = wrong;
			const problem = first && problems.value[first];
			hasFailed.value = false;
			if (!problem || first !== focused) announcement.value = "";
			else if (shown.value[first] !== problem) announceProblem(first, problem);
			shown.value = problems.value;
			return wrong;
		}),
		fail: batched((): void => {
			hasFailed.value = true;
			announcement.value = words.value.errors.connection;
		}),
		card(): CardFields {
			const { number, expiry, securityCode } = values.value;
			return { number, securityCode, ...splitExpiry(expiry) };
		},
		cardholder(): { name?: string; postalCode?: string } {
			const given = asked.value.filter((field) => field === "name" || field === "postalCode");
			return Object.fromEntries(given.map((field) => [field, values.value[field].trim()]));
		},
		clear: batched((): void => {
			touched.clear();
			values.value = nothing;
			shown.value = {};
			announcement.value = "";
			hasFailed.value = false;
		}),
	};
}

function batched<Given extends unknown[], Result>(act: (...given: Given) => Result): (...given: Given) => Result {
	return (...given) => batch(() => act(...given));
}

function askedFields({ name, postalCode }: FormOptions["fields"]): FieldName[] {
	const card: FieldName[] = ["number", "expiry", "securityCode"];
	return [...card, ...(name ? ["name" as const] : []), ...(postalCode ? ["postalCode" as const] : [])];
}

/** New problems wait until the payer leaves the field. */
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
