import { expect, test } from "vitest";
import { linesOf } from "./lines.ts";

test.each(["", "\n", "\r\n"])(
	"a line too long for a record is read up to the limit only, ended by %j or not",
	(end) => {
		const [line, next] = linesOf(new TextEncoder().encode(`${"x".repeat(100_000)}${end}`));
		expect(line?.text).toMatch(/^x{1465,1500}$/);
		expect(next).toBeUndefined();
	},
);
