import { describe, expect, test } from "vitest";
import { transaction } from "../../test-support/transaction.ts";
import type { MoneyAnswer } from "../api/money-answer.ts";
import type { PaymentCall } from "../api/operations.ts";
import { problemOf, RequestProblem } from "../api/problem.ts";
import type { TransactionRecord } from "../api/records.ts";
import { createMoneyRequest, type MoneyApi } from "./money-request.model.ts";

const sale: PaymentCall = { route: "/transaction-service/sale", body: { amount: "31.00" } };
const lost: MoneyAnswer = { kind: "unknown", problem: new RequestProblem("unreachable", "") };
const refused = (status: number): MoneyAnswer => ({ kind: "refused", problem: problemOf(status, {}) });
const recorded = (changes: Partial<TransactionRecord> = {}): MoneyAnswer => ({
	kind: "recorded",
	transaction: transaction(changes),
});

/** A request to a gateway that answers so; its keys are counted. */
function requestAnswered(answers: MoneyAnswer[], readings: TransactionRecord[] = []) {
	const keys: string[] = [];
	const api = {
		async moveMoney(_call: PaymentCall, key: string) {
			keys.push(key);
			return answers.shift() ?? lost;
		},
		async get() {
			const reading = readings.shift();
			if (reading === undefined) throw new RequestProblem("unreachable", "");
			return reading;
		},
	} as unknown as MoneyApi;
	let made = 0;
	const request = createMoneyRequest(api, () => `key ${++made}`);
	return { request, keys };
}

describe("a request to move money", () => {
	test("tells approved from declined", async () => {
		const { request } = requestAnswered([recorded(), recorded({ transaction_result: "DECLINED" })]);
		await request.send(sale);
		expect(request.state.value.kind).toBe("approved");
		await request.send(sale);
		expect(request.state.value.kind).toBe("declined");
	});

	test("H-02 is another one with another key each time it is made anew", async () => {
		const { request, keys } = requestAnswered([recorded({ transaction_result: "DECLINED" }), recorded()]);
		await request.send(sale);
		await request.send(sale);
		expect(keys).toEqual(["key 1", "key 2"]);
	});

	test("H-02 whose answer was lost is found out with the key it had, so that nothing moves twice", async () => {
		const { request, keys } = requestAnswered([lost, lost, recorded()]);
		await request.send(sale);
		expect(request.state.value).toEqual({ kind: "unknown", transaction: undefined, isAsking: false });
		await request.findOut();
		expect(request.state.value.kind).toBe("unknown");
		await request.findOut();
		expect(request.state.value.kind).toBe("approved");
		expect(keys).toEqual(["key 1", "key 1", "key 1"]);
	});

	test.each([401, 403, 404, 429])(
		"H-02 that was lost stays unknown when its repetition is refused with %i",
		async (status) => {
			const { request, keys } = requestAnswered([lost, refused(status), recorded()]);
			await request.send(sale);
			await request.findOut();
			expect(request.state.value).toEqual({ kind: "unknown", transaction: undefined, isAsking: false });
			await request.findOut();
			expect(request.state.value.kind).toBe("approved");
			expect(keys).toEqual(["key 1", "key 1", "key 1"]);
		},
	);

	test.each([400, 422])("that was lost moved nothing when its repetition is refused with %i", async (status) => {
		const { request } = requestAnswered([lost, refused(status)]);
		await request.send(sale);
		await request.findOut();
		expect(request.state.value.kind).toBe("refused");
	});

	test.each([400, 403, 429])("moved nothing when it is refused at once with %i", async (status) => {
		const { request } = requestAnswered([refused(status)]);
		await request.send(sale);
		expect(request.state.value.kind).toBe("refused");
	});

	test("that was lost cannot be made anew or forgotten until its outcome is known", async () => {
		const { request, keys } = requestAnswered([lost, recorded()]);
		await request.send(sale);
		request.reset();
		await request.send(sale);
		expect(request.state.value.kind).toBe("unknown");
		expect(keys).toEqual(["key 1"]);
	});

	test("H-02 is asked about once, however often somebody presses", async () => {
		const { request, keys } = requestAnswered([lost, recorded(), recorded()]);
		await request.send(sale);
		await Promise.all([request.findOut(), request.findOut()]);
		expect(request.state.value.kind).toBe("approved");
		expect(keys).toHaveLength(2);
	});

	test("that is written down as open is read again until it has settled", async () => {
		const open = transaction({ transaction_result: "PENDING" });
		const { request, keys } = requestAnswered([recorded(open)], [open, transaction()]);
		await request.send(sale);
		await request.findOut();
		expect(request.state.value).toEqual({ kind: "unknown", transaction: open, isAsking: false });
		await request.findOut();
		expect(request.state.value.kind).toBe("approved");
		expect(keys).toEqual(["key 1"]);
	});

	test("that is open stays so when it cannot be read", async () => {
		const open = transaction({ transaction_result: "PENDING" });
		const { request } = requestAnswered([recorded(open)]);
		await request.send(sale);
		await request.findOut();
		expect(request.state.value).toEqual({ kind: "unknown", transaction: open, isAsking: false });
	});
});
