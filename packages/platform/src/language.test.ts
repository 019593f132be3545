import { describe, expect, test } from "vitest";
import { nearestLanguage } from "./language.ts";

describe("the nearest language", () => {
	test.each([
		["fr", "fr"],
		["FR-ca", "fr"],
		["fr-FR", "fr"],
		["fra", "fr"],
		["fr_CA.UTF-8", "fr"],
		["en-GB-oxendict", "en"],
		[" en ", "en"],
		["de, fr-CA;q=0.8, en;q=0.5", "fr"],
	])("of %j is %s", (given, nearest) => {
		expect(nearestLanguage(given)).toBe(nearest);
	});

	test.each([
		["de"],
		["zh-Hant"],
		[""],
		["*"],
		["x-fr"],
		["french"],
		["4111111111111111"],
		[null],
		[7],
		[["fr"]],
		[{}],
	])("of %j is none", (given) => {
		expect(nearestLanguage(given)).toBeUndefined();
	});
});
