import { describe, expect, it } from "vitest";
import { chooseLanguage, directionOf } from "./language.ts";

const available = ["fr", "pt", "zh-Hans", "he"];

describe("chooseLanguage", () => {
	it.each([
		["fr", "fr"],
		["FR-ca", "fr"],
		["fr_CA", "fr"],
		["zh-hans-CN", "zh-Hans"],
		["en-GB", "en"],
		["de", "en"],
		["frr", "en"],
		["", "en"],
		["-", "en"],
	])("takes for %j the language %s", (tag, language) => expect(chooseLanguage(tag, available)).toBe(language));
});

describe("directionOf", () => {
	it.each([
		["he", "rtl"],
		["ar-EG", "rtl"],
		["fr", "ltr"],
		["zh-Hans", "ltr"],
	])("writes %s %s", (language, direction) => expect(directionOf(language)).toBe(direction));
});
