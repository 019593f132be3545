import { expect, test } from "vitest";
import { securityCodeLength } from "./security-code.ts";

test("B-04 Amex prints four digits, the others three", () => {
	expect(securityCodeLength("Amex")).toBe(4);
	expect(securityCodeLength("Visa")).toBe(3);
});
