import { expect, test } from "vitest";
import { isLogoFile } from "./logo-panel.tsx";

test.each([
	["image/png", 102_400, true],
	["image/jpeg", 1, true],
	["image/webp", 1, true],
	["image/png", 102_401, false],
	["image/svg+xml", 1, false],
	["", 1, false],
])("a file of the type %j with %d bytes may be a logo: %j", (type, size, isOne) => {
	expect(isLogoFile({ type, size })).toBe(isOne);
});
