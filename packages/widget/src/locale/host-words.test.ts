import { expect, test } from "vitest";
import { tryAgainIn } from "./host-words.ts";
import { languages } from "./languages.ts";

test("the page says 'Try again' in each language", () => {
	expect(new Set(languages.map(tryAgainIn)).size).toBe(languages.length);
});

test.each([
	["fr_CA", "Réessayer"],
	["iw", "ניסיון חוזר"],
	["cmn-Hans", "重试"],
	["xx", "Try again"],
	["constructor", "Try again"],
])("the page and its frame choose the same language for %s", (wanted, words) => {
	expect(tryAgainIn(wanted)).toBe(words);
});
