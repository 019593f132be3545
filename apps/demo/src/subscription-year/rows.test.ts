import { describe, expect, test } from "vitest";
import { headLine, linesOf, type Payment, rowsOf } from "./rows.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 10, 22, 9);
const plain = (_colour: unknown, text: string) => text;

function payment(transaction_time: number, transaction_result: Payment["transaction_result"] = "APPROVED"): Payment {
	return {
		transaction_time,
		amount: 31,
		currency: "CAD",
		transaction_result,
		card_type: "Visa",
	};
}

describe("the rows", () => {
	test("are sorted by time, each payment with its mail", () => {
		const [first, second] = [payment(start), payment(start + day, "DECLINED")];
		const mails = [
			{ sent_at: start + day + 20, subject: "Suspended" },
			{ sent_at: start + day + 10, subject: "Failed" },
			{ sent_at: start + 10, subject: "Receipt" },
		];
		expect(rowsOf([second, first], mails)).toEqual([
			{ at: start, payment: first, subjects: ["Receipt"] },
			{ at: start + day, payment: second, subjects: ["Failed", "Suspended"] },
		]);
	});

	test("show a mail about no payment in its own row", () => {
		const mail = { sent_at: start + day, subject: "Your card expires" };
		expect(rowsOf([payment(start)], [mail]).map(({ at, subjects }) => [at, subjects])).toEqual([
			[start, []],
			[start + day, ["Your card expires"]],
		]);
	});
});

test("the columns of a row are below their headings", () => {
	const row = { at: start, payment: payment(start, "DECLINED"), subjects: ["Failed", "Suspended"] };
	expect([headLine(plain), ...linesOf(row, plain)]).toEqual([
		"date        payment                 outcome    mail",
		"2026-11-22  31.00 CAD, Visa         DECLINED   Failed",
		"                                               Suspended",
	]);
	expect(linesOf({ at: start, payment: payment(start), subjects: [] }, plain)).toEqual([
		"2026-11-22  31.00 CAD, Visa         APPROVED",
	]);
});
