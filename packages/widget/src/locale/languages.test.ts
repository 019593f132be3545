import { describe, expect, test } from "vitest";
import { directionOf, languages, nearestLanguage } from "./languages.ts";

describe("the nearest language", () => {
	test.each(languages)("%s is itself, in any region and script", (language) => {
		expect(nearestLanguage(language)).toBe(language);
		expect(nearestLanguage(`${language}-CA`)).toBe(language);
		expect(nearestLanguage(`${language}-Latn-CA-u-nu-latn`)).toBe(language);
	});

	test.each([
		["fr-CA", "fr"],
		["pt-BR", "pt"],
		["pt-PT", "pt"],
		["es-419", "es"],
		["FR-ca", "fr"],
		["fr_CA", "fr"],
	])("%s is spoken as %s", (wanted, language) => {
		expect(nearestLanguage(wanted)).toBe(language);
	});

	test.each([
		["iw-IL", "he"],
		["deu", "de"],
		["cmn-CN", "zh"],
	])("an older or longer code is understood: %s is %s", (wanted, language) => {
		expect(nearestLanguage(wanted)).toBe(language);
	});

	test.each(["zh-Hant", "zh-TW", "zh-Hant-HK"])(
		"%s, in traditional characters, prefers simplified to English",
		(wanted) => {
			expect(nearestLanguage(wanted)).toBe("zh");
		},
	);

	test.each(["sv", "sr-Latn", "tlh"])("%s, which the form does not speak, gets English", (wanted) => {
		expect(nearestLanguage(wanted)).toBe("en");
	});

	test.each(["", "-", "français", "x", "../fr", "__proto__", "fr-"])("%j, no language tag, gets English", (wanted) => {
		expect(nearestLanguage(wanted)).toBe("en");
	});
});

test("Arabic and Hebrew run from right to left, and no other language does", () => {
	expect(languages.filter((language) => directionOf(language) === "rtl")).toEqual(["ar", "he"]);
});
