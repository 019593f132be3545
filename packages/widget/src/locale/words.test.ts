import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { english } from "./en.ts";
import { type Language, languages } from "./languages.ts";

/** What one more language may cost a payer: bytes after gzip. */
const budgetBytes = 1_024;

const source = textsOf(english);
const translations = languages.filter((language) => language !== "en");

test("every language has its file, and every file its language", () => {
	const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".json"));

	expect(files.sort()).toEqual(translations.map((language) => `${language}.json`).sort());
});

describe.each(translations)("the words in %s", (language) => {
	const texts = textsOf(JSON.parse(readFileSync(fileOf(language), "utf8")));

	test("are those of English, in the same order: none missing, none left over", () => {
		expect([...texts.keys()]).toEqual([...source.keys()]);
	});

	test("hold the same places to fill in", () => {
		expect(filledIn(texts)).toEqual(filledIn(source));
	});

	test("are none of them empty, padded or markup", () => {
		const faulty = [...texts].filter(([, text]) => text === "" || text.trim() !== text || /[<>&]/.test(text));

		expect(faulty).toEqual([]);
	});

	test("are none of them left in English", () => {
		expect([...texts].filter(([key, text]) => text === source.get(key))).toEqual([]);
	});

	test("are written in the language's own script", () => {
		expect([...texts].filter(([, text]) => !scriptOf(language).test(text))).toEqual([]);
	});

	test("say in whole sentences what to do, and nothing else ends in a full stop", () => {
		const sentences = [...texts.keys()].filter((key) => /[.。]$/.test(texts.get(key) ?? ""));

		expect(sentences).toEqual([...texts.keys()].filter((key) => key.startsWith("errors.")));
	});

	test("name the months there are when the month is wrong", () => {
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

/** The month is typed on the left also where words run from right to left, so the hint must show it there. */
test.each(["ar", "he"] as const)("the expiry hint in %s keeps the month on the left", (language) => {
	const { expiryHint } = JSON.parse(readFileSync(fileOf(language), "utf8"));

	expect(expiryHint).toMatch(/^\u2066\p{L}+ \u200e\/\u200e \p{L}+\u2069$/u);
});

function fileOf(language: Language): string {
	return `${import.meta.dirname}/${language}.json`;
}

/** Texts by the way to them: `errors.numberMissing`. */
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
