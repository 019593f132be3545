import { describe, expect, test } from "vitest";
import { directionOf, languages, nearestLanguage } from "./languages.ts";

describe("the nearest language", () => {
	test.each(languages)("%s is supported, in any region and script", (language) => {
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
	])("%s is shown as %s", (wanted, language) => {
		expect(nearestLanguage(wanted)).toBe(language);
	});

	test.each([
		["iw-IL", "he"],
		["deu", "de"],
		["cmn-CN", "zh"],
	])("an older or longer code is accepted: %s is %s", (wanted, language) => {
		expect(nearestLanguage(wanted)).toBe(language);
	});

	test.each(["zh-Hant", "zh-TW", "zh-Hant-HK"])(
		"%s, in traditional characters, prefers simplified to English",
		(wanted) => {
			expect(nearestLanguage(wanted)).toBe("zh");
		},
	);

	test.each(["sv", "sr-Latn", "tlh"])("%s, an unsupported language, becomes English", (wanted) => {
		expect(nearestLanguage(wanted)).toBe("en");
	});

	test.each(["", "-", "français", "x", "../fr", "__proto__", "fr-"])(
		"%j, no language tag, becomes English",
		(wanted) => {
			expect(nearestLanguage(wanted)).toBe("en");
		},
	);
});

test("only Arabic and Hebrew run from right to left", () => {
	expect(languages.filter((language) => directionOf(language) === "rtl")).toEqual(["ar", "he"]);
});
