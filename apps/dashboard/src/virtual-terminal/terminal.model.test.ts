import { describe, expect, test } from "vitest";
import { transaction } from "../../test-support/transaction.ts";
import { RequestProblem } from "../api/problem.ts";
import type { TransactionRecord } from "../api/records.ts";
import { createTerminal } from "./terminal.model.ts";

/** A terminal whose gateway answers so, and what it was asked. */
function terminalAnswered(...answers: TransactionRecord[]) {
	const bodies: unknown[] = [];
	const terminal = createTerminal({
		currency: "USD",
		newKey: () => "key",
		api: {
			async moveMoney(call) {
				bodies.push("body" in call && call.body);
				const answer = answers.shift();
				if (answer === undefined) throw new RequestProblem("unreachable", "");
				return answer;
			},
			get: () => Promise.reject(new RequestProblem("unreachable", "")),
		},
	});
	terminal.change({ amount: "31" });
	return { terminal, bodies };
}

const approved = transaction();

describe("the virtual terminal", () => {
	test("sends the card's token and nothing else of the card", async () => {
		const { terminal, bodies } = terminalAnswered(approved);
		await terminal.charge(async () => "ct1token");
		expect(bodies).toEqual([{ amount: "31.00", currency: "USD", sending_receipt: true, token: "ct1token" }]);
	});

	test("asks for nothing while the amount is missing, or the card cannot be sealed", async () => {
		const { terminal, bodies } = terminalAnswered(approved);
		await terminal.charge(async () => undefined);
		terminal.change({ amount: "" });
		await terminal.charge(async () => "ct1token");
		expect(terminal.missing.value).toBe("amount");
		expect(bodies).toEqual([]);
	});

	test("charges once, however often the button is pressed", async () => {
		const { terminal, bodies } = terminalAnswered(approved, approved);
		await Promise.all([terminal.charge(async () => "ct1one"), terminal.charge(async () => "ct1two")]);
		expect(bodies).toHaveLength(1);
	});

	test("takes no other payment until the outcome of the last one is known", async () => {
		const { terminal, bodies } = terminalAnswered();
		await terminal.charge(async () => "ct1one");
		await terminal.charge(async () => "ct1two");
		expect(terminal.request.state.value.kind).toBe("unknown");
		expect(bodies).toHaveLength(1);
	});

	test("begins empty with the next payment, in the same currency", async () => {
		const { terminal } = terminalAnswered(approved);
		terminal.change({ invoiceId: "INV-1", currency: "CAD" });
		await terminal.charge(async () => "ct1token");
		terminal.startOver();
		expect(terminal.form.value).toMatchObject({ amount: "", invoiceId: "", currency: "CAD" });
		expect(terminal.request.state.value.kind).toBe("idle");
		expect(terminal.outcome.value).toBeUndefined();
	});
});
