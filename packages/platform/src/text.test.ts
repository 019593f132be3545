import { describe, expect, test } from "vitest";
import { displayName } from "./text.ts";

describe("a display name", () => {
	test.each([
		["a space of width zero", "Maple\u200B & Main"],
		["a joiner in Latin text", "Ma\u200Dple"],
		["a joiner at the beginning", "\u200CMaple"],
		["a byte order mark", "Maple\uFEFF"],
		["a soft hyphen", "Ma\u00ADple"],
		["a mark of the direction", "Maple\u200F"],
		["tag characters", "Maple\u{E0041}\u{E007F}"],
		["a filler", "Maple\u3164"],
		["a character for private use", "Maple\uE000"],
		["a line break", "Maple\nMain"],
	])("X-32 has no %s", (_what, name) => {
		expect(displayName.safeParse(name).success).toBe(false);
	});

	test.each(["Maple & Main", "Érable et fils", "می\u200Cخواهم", "ක්\u200Dෂ", "株式会社", "Café ❤️", "أحمد", "Ὀδυσσεύς"])(
		"may be %s",
		(name) => {
			expect(displayName.safeParse(name).success).toBe(true);
		},
	);
});
