import { expect, test } from "vitest";
import { linesOf } from "./lines.ts";

test.each(["\n", "\r\n", "\r"])("a line too long for a record, ended by %j, is read up to the limit only", (end) => {
	const [line, next, last] = linesOf(new TextEncoder().encode(`${"x".repeat(100_000)}${end}y`));
	expect(line?.text).toMatch(/^x{1465,1500}$/);
	expect(next).toEqual({ number: 2, text: "y" });
	expect(last).toBeUndefined();
});

test("a file of blanks and line ends has no lines", () => {
	expect([...linesOf(new TextEncoder().encode("\uFEFF  \r\n\n \r\x1A"))]).toEqual([]);
});
