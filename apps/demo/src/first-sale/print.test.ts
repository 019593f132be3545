import { describe, expect, test } from "vitest";
import { createScreen, recordLines } from "./print.ts";

function record(isTTY: boolean, environment: Record<string, string>) {
	let written = "";
	const screen = createScreen({ isTTY, write: (text) => (written += text) }, environment);
	screen.progress("Selling");
	screen.line(screen.paint("green", "APPROVED"));
	screen.progress("Selling");
	screen.clear();
	return written;
}

describe("the output", () => {
	const plain = "APPROVED\n";

	test("has colours and progress on a terminal", () => {
		expect(record(true, {})).toContain("Selling …");
		expect(record(true, {})).toContain("\u001B[32mAPPROVED\u001B[0m\n");
	});

	test("ends with a cleared line on a terminal, so that an error does not follow old progress", () => {
		expect(record(true, {}).endsWith("\r\u001B[2K")).toBe(true);
	});

	test("is plain where it goes to a file or a pipe", () => expect(record(false, {})).toBe(plain));

	test("is plain where NO_COLOR is set", () => expect(record(true, { NO_COLOR: "1" })).toBe(plain));

	test("has colours where NO_COLOR is set to nothing", () => expect(record(true, { NO_COLOR: "" })).not.toBe(plain));
});

describe("the lines of a record", () => {
	const screen = { paint: (_colour: unknown, text: string) => text };

	test("begin with the outcome and hold each known field as the JSON has it", () => {
		const body = { id: 100001, amount: 31, currency: "CAD", email: null, transaction_result: "APPROVED" };
		expect(recordLines({ status: 200, body }, screen)).toEqual([
			"APPROVED, HTTP 200",
			"  id                  100001",
			"  amount              31",
			'  currency            "CAD"',
			'  transaction_result  "APPROVED"',
		]);
	});

	test("print the advice about a decline once", () => {
		const body = { status: 402, code: "PAYMENT_FAILED", message: "Try later.", transaction_result: "DECLINED" };
		expect(recordLines({ status: 402, body }, screen)).toEqual([
			"DECLINED, HTTP 402",
			"Try later.",
			'  transaction_result  "DECLINED"',
		]);
	});
});
