import { describe, expect, test } from "vitest";
import { transaction } from "../../test-support/transaction.ts";
import type { PaymentCall } from "../api/operations.ts";
import { problemOf, RequestProblem } from "../api/problem.ts";
import type { TransactionRecord } from "../api/records.ts";
import { createChange } from "../ui/forms/change.model.ts";
import { type MoneyApi, moneyMover } from "./move-money.ts";

const sale: PaymentCall = { route: "/transaction-service/sale", body: { amount: "31.00" } };
const lost = new RequestProblem("unreachable", "");
const refused = (status: number) => problemOf(status, {});
const recorded = transaction;
const unknown = { kind: "unknown", what: "sale", isAsking: false };

/** A request to a gateway that answers so; its keys are counted. */
function requestAnswered(answers: (TransactionRecord | RequestProblem)[], readings: TransactionRecord[] = []) {
	const keys: string[] = [];
	const results: string[] = [];
	const api = {
		async moveMoney(_call: PaymentCall, key: string) {
			keys.push(key);
			const answer = answers.shift() ?? lost;
			if (answer instanceof RequestProblem) throw answer;
			return answer;
		},
		async get() {
			const reading = readings.shift();
			if (reading === undefined) throw lost;
			return reading;
		},
	} as unknown as MoneyApi;
	let made = 0;
	const request = createChange(() => `key ${++made}`);
	const onDone = (done: TransactionRecord) => void results.push(done.transaction_result);
	const send = () => request.ask({ what: "sale", send: moneyMover(api, sale), onDone });
	return { request, send, keys, results };
}

describe("a request to move money", () => {
	test("tells approved from declined", async () => {
		const { send, results } = requestAnswered([recorded(), recorded({ transaction_result: "DECLINED" })]);
		await send();
		expect(results.at(-1)).toBe("APPROVED");
		await send();
		expect(results.at(-1)).toBe("DECLINED");
	});

	test("H-02 is another one with another key each time it is made anew", async () => {
		const { send, keys } = requestAnswered([recorded({ transaction_result: "DECLINED" }), recorded()]);
		await send();
		await send();
		expect(keys).toEqual(["key 1", "key 2"]);
	});

	test("H-02 whose answer was lost is found out with the key it had, so that nothing moves twice", async () => {
		const { request, send, keys, results } = requestAnswered([lost, lost, recorded()]);
		await send();
		expect(request.state.value).toEqual(unknown);
		await request.findOut();
		expect(request.state.value.kind).toBe("unknown");
		await request.findOut();
		expect(results.at(-1)).toBe("APPROVED");
		expect(keys).toEqual(["key 1", "key 1", "key 1"]);
	});

	test.each([401, 403, 404, 429])(
		"H-02 that was lost stays unknown when its repetition is refused with %i",
		async (status) => {
			const { request, send, keys, results } = requestAnswered([lost, refused(status), recorded()]);
			await send();
			await request.findOut();
			expect(request.state.value).toEqual(unknown);
			await request.findOut();
			expect(results.at(-1)).toBe("APPROVED");
			expect(keys).toEqual(["key 1", "key 1", "key 1"]);
		},
	);

	test.each([400, 422])("that was lost moved nothing when its repetition is refused with %i", async (status) => {
		const { request, send } = requestAnswered([lost, refused(status)]);
		await send();
		await request.findOut();
		expect(request.state.value.kind).toBe("failed");
	});

	test.each([400, 403, 429])("moved nothing when it is refused at once with %i", async (status) => {
		const { request, send } = requestAnswered([refused(status)]);
		await send();
		expect(request.state.value.kind).toBe("failed");
	});

	test("that was lost cannot be made anew or forgotten until its outcome is known", async () => {
		const { request, send, keys } = requestAnswered([lost, recorded()]);
		await send();
		request.reset();
		await send();
		expect(request.state.value.kind).toBe("unknown");
		expect(keys).toEqual(["key 1"]);
	});

	test("H-02 is asked about once, however often somebody presses", async () => {
		const { request, send, keys, results } = requestAnswered([lost, recorded(), recorded()]);
		await send();
		await Promise.all([request.findOut(), request.findOut()]);
		expect(results.at(-1)).toBe("APPROVED");
		expect(keys).toHaveLength(2);
	});

	test("that is written down as open is read again until it has settled", async () => {
		const open = transaction({ transaction_result: "PENDING" });
		const { request, send, keys, results } = requestAnswered([recorded(open)], [open, transaction()]);
		await send();
		await request.findOut();
		expect(request.state.value).toEqual(unknown);
		await request.findOut();
		expect(results.at(-1)).toBe("APPROVED");
		expect(keys).toEqual(["key 1"]);
	});

	test("that is open stays so when it cannot be read", async () => {
		const open = transaction({ transaction_result: "PENDING" });
		const { request, send } = requestAnswered([recorded(open)]);
		await send();
		await request.findOut();
		expect(request.state.value).toEqual(unknown);
	});
});
