import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { english } from "./en.ts";
import { type Language, languages } from "./languages.ts";

/** Size limit of one language: bytes after gzip. */
const budgetBytes = 1_024;

const source = textsOf(english);
const translations = languages.filter((language) => language !== "en");

test("every language has its file, and every file its language", () => {
	const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".json"));

	expect(files.sort()).toEqual(translations.map((language) => `${language}.json`).sort());
});

describe.each(translations)("the words in %s", (language) => {
	const texts = textsOf(JSON.parse(readFileSync(fileOf(language), "utf8")));

	test("have the same keys as English, in the same order", () => {
		expect([...texts.keys()]).toEqual([...source.keys()]);
	});

	test("have the same placeholders", () => {
		expect(filledIn(texts)).toEqual(filledIn(source));
	});

	test("contain no empty, padded or marked-up text", () => {
		const faulty = [...texts].filter(([, text]) => text === "" || text.trim() !== text || /[<>&]/.test(text));

		expect(faulty).toEqual([]);
	});

	test("contain no English text", () => {
		expect([...texts].filter(([key, text]) => text === source.get(key))).toEqual([]);
	});

	test("use the language's own script", () => {
		expect([...texts].filter(([, text]) => !scriptOf(language).test(text))).toEqual([]);
	});

	test("give advice in whole sentences, and only sentences end in a full stop", () => {
		const sentences = [...texts.keys()].filter((key) => /[.。]$/.test(texts.get(key) ?? ""));

		expect(sentences).toEqual([...texts.keys()].filter((key) => key.startsWith("errors.")));
	});

	test("name the valid months when the month is wrong", () => {
		expect(texts.get("errors.expiryWrong")).toMatch(/01\D+12/);
	});

	test("count three digits on the back and four on the front", () => {
		expect(texts.get("securityCodeOnBack")).toMatch(/^\D*3\D*$/);
		expect(texts.get("securityCodeOnFront")).toMatch(/^\D*4\D*$/);
	});

	test(`take at most ${budgetBytes} bytes after gzip`, () => {
		expect(gzipSync(readFileSync(fileOf(language)), { level: 9 }).length).toBeLessThanOrEqual(budgetBytes);
	});
});

test.each(["ar", "he"] as const)("the expiry hint in %s keeps the month on the left", (language) => {
	const { expiryHint } = JSON.parse(readFileSync(fileOf(language), "utf8"));

	expect(expiryHint).toMatch(/^\u2066\p{L}+ \u200e\/\u200e \p{L}+\u2069$/u);
});

function fileOf(language: Language): string {
	return `${import.meta.dirname}/${language}.json`;
}

/** Texts by their path: `errors.numberMissing`. */
function textsOf(words: object, prefix = ""): Map<string, string> {
	const entries = Object.entries(words).flatMap(([key, value]): [string, string][] =>
		typeof value === "string" ? [[prefix + key, value]] : [...textsOf(value, `${prefix}${key}.`)],
	);
	return new Map(entries);
}

function filledIn(texts: Map<string, string>): [string, string[]][] {
	return [...texts].map(([key, text]) => [key, text.match(/\{\w*\}?/g) ?? []]);
}

function scriptOf(language: Language): RegExp {
	const scripts: Partial<Record<Language, RegExp>> = {
		ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
		zh: /\p{Script=Han}/u,
		ko: /\p{Script=Hangul}/u,
		ar: /\p{Script=Arabic}/u,
		he: /\p{Script=Hebrew}/u,
	};
	return scripts[language] ?? /\p{Script=Latin}/u;
}
