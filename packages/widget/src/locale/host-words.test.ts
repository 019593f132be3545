import { expect, test } from "vitest";
import { hostWordsIn } from "./host-words.ts";
import { languages } from "./languages.ts";

test("the page says 'Try again' in each language", () => {
	expect(new Set(languages.map((language) => hostWordsIn(language)[0])).size).toBe(languages.length);
});

test.each([
	["fr_CA", "Réessayer"],
	["iw", "ניסיון חוזר"],
	["cmn-Hans", "重试"],
	["xx", "Try again"],
	["constructor", "Try again"],
])("the page and its frame choose the same language for %s", (wanted, words) => {
	expect(hostWordsIn(wanted)[0]).toBe(words);
});

test("the payer reads a sentence in English and French, and no foreign one beside another language's button", () => {
	expect(hostWordsIn("en-CA")).toEqual(["Try again", "Card payment is unavailable."]);
	expect(hostWordsIn("fr-CA")).toEqual(["Réessayer", "Paiement par carte indisponible."]);
	expect(hostWordsIn("de")).toEqual(["Erneut versuchen"]);
});
