import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bankText, fitText, isBankName } from "./text.ts";

test.each([
	["Élisabeth Côté", "ELISABETH COTE"],
	["François Noël", "FRANCOIS NOEL"],
	["Œuvre du cœur", "OEUVRE DU COEUR"],
	["Łukasz Þór Ægir Đorđe", "LUKASZ THOR AEGIR DORDE"],
	["Weiß & Söhne", "WEISS & SOHNE"],
	["Øystein Smith-Ågren", "OYSTEIN SMITH-AGREN"],
	["İstanbul Işık", "ISTANBUL ISIK"],
	["Tłı̨chǫ", "TLICHO"],
	["O'Brien", "O BRIEN"],
	["L’Épicerie d’Hélène", "L EPICERIE D HELENE"],
	["Ma–Boutique — Inc.", "MA-BOUTIQUE - INC."],
	["«Chez Luc»", "CHEZ LUC"],
	["ﬁle № 5", "FILE NO 5"],
	["ＡＢＣ　１２３", "ABC 123"],
	["a\tb\nc\u00a0d", "A B C D"],
	["100% sûr!", "100 SUR"],
	["  much   room  ", "MUCH ROOM"],
	["Joe 🍁 Maple", "JOE MAPLE"],
	["漢字", ""],
	["Иван Petrov", "PETROV"],
])("%j is transliterated to %j", (written, spelled) => {
	expect(bankText(written)).toBe(spelled);
});

describe("any text", () => {
	const anything = fc.string({ unit: "binary", maxLength: 60 });
	const size = fc.integer({ min: 1, max: 40 });

	test("a transliterated text has only characters that banks accept", () => {
		fc.assert(
			fc.property(anything, (text) => {
				expect(bankText(text)).toMatch(/^[A-Z0-9 &,.-]*$/);
			}),
		);
	});

	test("transliterating twice equals once", () => {
		fc.assert(
			fc.property(anything, (text) => {
				expect(bankText(bankText(text))).toBe(bankText(text));
			}),
		);
	});

	test("a fitted text fits its field, is stable, and is a prefix of the whole text", () => {
		fc.assert(
			fc.property(anything, size, (text, length) => {
				const fitted = fitText(text, length);
				expect(fitted.length).toBeLessThanOrEqual(length);
				expect(fitText(fitted, length)).toBe(fitted);
				expect(bankText(text).startsWith(fitted)).toBe(true);
			}),
		);
	});

	test("every letter of French and English is transliterated to letters", () => {
		const letters = "àâäæçéèêëîïôöœùûüÿ".concat("abcdefghijklmnopqrstuvwxyz");
		for (const letter of [...letters, ...letters.toUpperCase()]) expect(bankText(letter)).toMatch(/^[A-Z]{1,2}$/);
	});
});

test.each(["Élisabeth Côté", "3", "& Sons", "株式会社 Maple"])("%j is a valid name", (name) => {
	expect(isBankName(name)).toBe(true);
});

test.each(["", "-", "& , . -", "株式会社", "- - - - - - - - Maple"])(
	"%j is not a valid name: no letter or digit is left",
	(name) => {
		expect(isBankName(name)).toBe(false);
	},
);

test.each([
	["ELISABETH COTE", 9, "ELISABETH"],
	["ELISABETH COTE", 10, "ELISABETH"],
	["ELISABETH COTE", 11, "ELISABETH C"],
])("%j cut to %i characters is %j, without a trailing space", (text, size, fitted) => {
	expect(fitText(text, size)).toBe(fitted);
});
