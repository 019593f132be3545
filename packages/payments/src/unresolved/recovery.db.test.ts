import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { approvedSale, failure, journalOf, transactionsOf } from "../../../../test/fixtures/api/records.ts";
import {
	type Answer,
	type Client,
	cardWith,
	expectProblem,
	goodCard,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { holdAnswer, spawnGateway, startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import type { Transaction } from "../tables.ts";

const processorTimeoutMs = 400;
const waiting = { timeout: 20_000, interval: 25 };

let gateway: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs });
});

afterAll(() => gateway.stop());

beforeEach(async () => {
	// New for each test, because tests move the clock.
	client = await signIn(gateway.url, gateway.merchant);
});

const answerLost = cardWith("4000000000000259");
const neverReceived = cardWith("4000000000000267");

function sale(card = goodCard, amount = 31): Promise<Answer> {
	return client.post(salePath, { amount, ...card });
}

async function read(id: unknown): Promise<Answer> {
	const answer = await client.get(`/transaction-service/transaction/${id}`);
	expect(answer.status).toBe(200);
	return answer;
}

/** Moves the clock past recovery's waiting time, and waits until the charge has an outcome. */
async function settled(id: unknown): Promise<Answer> {
	gateway.clocks.real.advance(10_000);
	return vi.waitFor(async () => {
		const answer = await read(id);
		expect(answer.body.transaction_result).not.toBe("PENDING");
		return answer;
	}, waiting);
}

async function journalFor(reference: unknown) {
	return (await journalOf(gateway)).filter((row) => row.reference === reference);
}

async function pendingCharge(): Promise<Transaction> {
	return vi.waitFor(async () => {
		const [pending, ...others] = (await transactionsOf(gateway)).filter(({ status }) => status === "PENDING");
		expect(others).toEqual([]);
		if (pending === undefined) throw new Error("nothing is pending");
		return pending;
	}, waiting);
}

/** The expected fields of a PENDING charge. */
function unknownOutcome(answer: Answer) {
	return {
		...approvedSale,
		...failure(answer),
		captured: false,
		transaction_success: false,
		transaction_result: "PENDING",
		transaction_message: null,
		processor_auth_code: null,
		processor_transaction_id: null,
		avs_result: null,
		cvv_result: null,
		three_d_secure: null,
	};
}

describe("a charge without an outcome in time", () => {
	test("a late charge gets 402 with the whole PENDING record, and says not to charge again", async () => {
		const answer = await sale(answerLost);
		expect(answer.status).toBe(402);
		expect(answer.body).toEqual({ ...unknownOutcome(answer), card_suffix: 259 });
		expect(answer.body.message).toContain("not known yet");
		expect(answer.body.message).toContain("Do not send the payment again");
	});

	test("…0259 gets the processor's outcome, and was charged once", async () => {
		const pending = await sale(answerLost);
		const { body } = await settled(pending.body.id);
		expect(body).toEqual({ ...approvedSale, card_suffix: 259 });
		expect(await journalFor(body.transaction_id)).toMatchObject([{ result: "approved", amount_cents: 3100 }]);
	});

	test("…0259 is declined when the processor declined it", async () => {
		const { body } = await settled((await sale(answerLost, 30)).body.id);
		expect(body).toMatchObject({
			transaction_result: "DECLINED",
			transaction_success: false,
			processor_auth_code: null,
		});
		expect(await journalFor(body.transaction_id)).toMatchObject([{ result: "declined" }]);
	});

	test("…0267 is declined as not received, and the processor will not accept it later", async () => {
		const { body } = await settled((await sale(neverReceived)).body.id);
		expect(body).toMatchObject({
			transaction_result: "DECLINED",
			transaction_success: false,
			transaction_message: "The processor never received this request.",
		});
		expect(await journalFor(body.transaction_id)).toMatchObject([{ result: "not_received" }]);
	});

	test("a charge is not inquired about while its gateway still waits for the processor", async () => {
		const patient = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		try {
			patient.faults.push({ kind: "late_answer", milliseconds: 2_500 });
			const there = await signIn(patient.url, patient.merchant);
			const { status, body } = await there.post(salePath, { amount: 31, ...goodCard });
			expect(status).toBe(200);
			expect(body).toEqual(approvedSale);
		} finally {
			await patient.stop();
		}
	});

	test("the outcome of an inquiry stays when the late answer comes after all", async () => {
		const letGo = holdAnswer(gateway);
		const pending = await sale();
		expect(pending.body.transaction_result).toBe("PENDING");
		const { body } = await settled(pending.body.id);
		expect(body).toEqual(approvedSale);
		letGo();
		expect((await read(pending.body.id)).body).toEqual(body);
		expect(await journalFor(body.transaction_id)).toHaveLength(1);
	});

	test("terminal record no longer reports pending", async () => {
		const { body } = await settled((await sale(answerLost)).body.id);
		const seen = new Set<unknown>();
		for (let reading = 0; reading < 20; reading++) {
			for (const id of [body.id, body.transaction_id]) seen.add((await read(id)).text);
		}
		expect(seen.size).toBe(1);
		expect([...seen].join()).not.toContain("PENDING");
		expect((await transactionsOf(gateway)).filter(({ status }) => status === "PENDING")).toEqual([]);
	});
});

describe("the order of writes", () => {
	test("a charge is PENDING before the processor receives it, and readable as such", async () => {
		gateway.faults.push({ kind: "never_received" });
		gateway.clocks.real.stop();
		const answering = sale();
		const pending = await pendingCharge();
		expect(await journalFor(pending.transaction_id)).toEqual([]);
		expect((await read(pending.id)).body).toMatchObject({ transaction_result: "PENDING", amount: 31 });
		expect((await answering).body.transaction_id).toBe(pending.transaction_id);
		gateway.clocks.real.go();
		await settled(pending.id);
	});

	test("event handled before the write it reports is visible", async () => {
		// An outcome that a client has received is readable at once on every gateway.
		const neighbour = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		try {
			const there = await signIn(neighbour.url, neighbour.merchant);
			for (const amount of [31, 30, 33]) {
				const { body } = await sale(goodCard, amount);
				const found = await there.get(`/transaction-service/transaction/${body.id}`);
				expect(found.body.transaction_result).toBe(body.transaction_result);
			}
		} finally {
			await neighbour.stop();
		}
	});
});

describe("a gateway that crashes", () => {
	test.each([
		["crash between processor success and local commit: no second charge", "after_receipt", "APPROVED", "approved"],
		[
			"crash before the processor received the charge: not charged at all",
			"before_receipt",
			"DECLINED",
			"not_received",
		],
	] as const)("%s", async (_name, when, result, journalled) => {
		const doomed = await spawnGateway(gateway, { kind: "crash", when });
		try {
			const there = await signIn(doomed.url, gateway.merchant);
			await expect(there.post(salePath, { amount: 31, ...goodCard })).rejects.toThrow("fetch failed");
			await doomed.died;
		} finally {
			await doomed.kill();
		}
		const pending = await pendingCharge();
		const { body } = await settled(pending.id);
		expect(body.transaction_result).toBe(result);
		expect(await journalFor(pending.transaction_id)).toMatchObject([{ result: journalled }]);
	});

	test("the next gateway that starts records the outcomes of a crashed gateway's charges", async () => {
		gateway.faults.push({ kind: "answer_lost" });
		const { body } = await sale();
		gateway.clocks.real.advance(60_000);
		const next = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		try {
			await vi.waitFor(async () => expect((await read(body.id)).body.transaction_result).toBe("APPROVED"), waiting);
		} finally {
			await next.stop();
		}
	});
});

describe("recovery", () => {
	test("each of many charges is inquired about once by two gateways", async () => {
		const neighbour = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		try {
			const charges = await Promise.all(
				Array.from({ length: 30 }, (_, index) => sale(index % 3 ? answerLost : neverReceived)),
			);
			gateway.clocks.real.advance(10_000);
			await vi.waitFor(async () => {
				const rows = await transactionsOf(gateway);
				expect(rows.filter(({ status }) => status === "PENDING")).toEqual([]);
			}, waiting);
			for (const { body } of charges) expect(await journalFor(body.transaction_id)).toHaveLength(1);
			const settlements = [...gateway.logLines, ...neighbour.logLines].filter((line) =>
				line.includes("recovered the outcome"),
			);
			for (const { body } of charges) {
				expect(settlements.filter((line) => line.includes(String(body.transaction_id)))).toHaveLength(1);
			}
		} finally {
			await neighbour.stop();
		}
	});

	test("the records and the processor's journal agree afterwards, charge by charge", async () => {
		await Promise.all([sale(), sale(goodCard, 30), sale(answerLost), sale(neverReceived), sale(answerLost, 12.5)]);
		gateway.clocks.real.advance(10_000);
		const transactions = await vi.waitFor(async () => {
			const rows = await transactionsOf(gateway);
			expect(rows.filter(({ status }) => status === "PENDING")).toEqual([]);
			return rows;
		}, waiting);
		const believed = transactions.map((row) => ({
			reference: row.transaction_id,
			cents: row.status === "APPROVED" ? row.amount_cents : 0,
			currency: row.status === "APPROVED" ? row.currency : "",
			code: row.processor_auth_code,
		}));
		const charged = (await journalOf(gateway)).map((row) => ({
			reference: row.reference,
			cents: row.result === "approved" ? row.amount_cents : 0,
			currency: row.result === "approved" ? row.currency : "",
			code: row.auth_code,
		}));
		const byReference = (a: { reference: string }, b: { reference: string }) => (a.reference < b.reference ? -1 : 1);
		expect(believed.sort(byReference)).toEqual(charged.sort(byReference));
		expect(believed.length).toBeGreaterThan(30);
	});
});

describe("a live merchant without a processor", () => {
	/** Passes every check of a card, and is not a published test number. */
	const realLookingCard = cardWith("4539578763621486");

	test("X-55 a live charge is refused, whatever the amount, and leaves nothing to recover", async () => {
		const merchant = gateway.database.tables
			.updateTable("merchants")
			.where("merchant_id", "=", gateway.secondMerchant.merchant_id);
		const live = await signIn(gateway.url, gateway.secondMerchant);
		const before = await transactionsOf(gateway);
		await merchant.set({ mode: "live" }).execute();
		const answers = [
			await live.post(salePath, { amount: 31, ...realLookingCard }),
			await live.post(salePath, { amount: 31, ...goodCard }),
		];
		await merchant.set({ mode: "demo" }).execute();
		expectProblem(answers[0] as Answer, 503, "UNAVAILABLE");
		expectProblem(answers[1] as Answer, 400, "BAD_REQUEST");
		expect(await transactionsOf(gateway)).toEqual(before);
	});
});
