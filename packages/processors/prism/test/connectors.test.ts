import type { Outcome, ProcessorAdapter } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAdapter } from "../src/adapter.ts";
import { type Bridge, createBridge } from "../src/bridge.ts";
import { cardOf, inquiryAbout, newCharge, newModification, newStoredCharge } from "../test-support/requests.ts";
import { htmlPage, type Simulator } from "../test-support/simulator.ts";
import { type Subject, subjects } from "../test-support/subjects.ts";

let bridge: Bridge;

beforeAll(async () => {
	bridge = createBridge({ node: process.env.PRISM_NODE });
	await bridge.start();
});
afterAll(() => bridge.stop());

describe.each(subjects)("$connector.name against its simulator", (subject: Subject) => {
	const { account, connector, currency } = subject;
	let simulator: Simulator;
	let adapter: ProcessorAdapter;
	/** Remembers no answer. */
	let restarted: ProcessorAdapter;

	beforeAll(async () => {
		const started = await subject.start();
		simulator = started.simulator;
		adapter = createAdapter(connector, { bridge, webhookBridge: bridge, baseUrl: started.baseUrl });
		restarted = createAdapter(connector, { bridge, webhookBridge: bridge, baseUrl: started.baseUrl });
	});
	afterAll(() => simulator.stop());

	const charge = (changes: Parameters<typeof newCharge>[0] = {}) => newCharge({ currency, ...changes });
	const modify = (...given: Parameters<typeof newModification>) => ({ ...newModification(...given), currency });

	async function approve(changes: Parameters<typeof newCharge>[0] = {}): Promise<Outcome & { result: "approved" }> {
		const outcome = await adapter.submit(charge(changes), account);
		if (outcome.result !== "approved") throw new Error(`It was ${outcome.result}.`);
		return outcome;
	}

	test("approves a sale, with the amount that was charged", async () => {
		const outcome = await approve();
		expect(outcome).toMatchObject({ message: "Approved", avsResult: "MATCH", cvvResult: "MATCH" });
		expect(outcome.authorizationCode).not.toBe("");
		expect([undefined, 1234]).toContain(outcome.amountCents);
		expect([undefined, currency]).toContain(outcome.currency);
	});

	test.each([1, 1_01, 19_99, 999_999_99])("charges %i cents to the cent", async (amountCents) => {
		const request = charge({ amountCents });
		const outcome = await adapter.submit(request, account);
		if (outcome.result !== "approved") throw new Error(`It was ${outcome.result}.`);
		// Authorize.net tells no amount before it is asked.
		const inquiry =
			connector.lookup === "none"
				? outcome
				: await restarted.inquire(inquiryAbout(request, outcome.processorTransactionId), account);
		expect([outcome.amountCents ?? amountCents, inquiry]).toEqual([
			amountCents,
			expect.objectContaining({ amountCents }),
		]);
	});

	test.each(subject.declines)("maps the decline of card %s", async (number, declineClass, declineCode, issuerCode) => {
		const outcome = await adapter.submit(charge({ card: cardOf(number) }), account);
		expect(outcome).toMatchObject({ result: "declined", declineClass, declineCode, issuerCode });
	});

	test("charges a stored card without a security code", async () => {
		expect((await adapter.submit({ ...newStoredCharge("123456789012345"), currency }, account)).result).toBe(
			"approved",
		);
		expect(simulator.received.at(-1)?.body).not.toContain(subject.securityCode);
		expect((await adapter.submit({ ...newStoredCharge(null), currency }, account)).result).toBe("approved");
		expect(simulator.received.at(-1)?.body).not.toContain(subject.securityCode);
	});

	test("sends one request for one submission, with our reference", async () => {
		const before = simulator.received.length;
		const request = charge();
		await adapter.submit(request, account);
		const [sent, ...others] = simulator.received.slice(before);
		expect(others).toEqual([]);
		expect(sent?.body).toContain(request.reference);
		if (connector.idempotencyHeader !== undefined) {
			expect(sent?.headers.get(connector.idempotencyHeader)).toBe(request.reference);
		}
	});

	test.each([
		["a page with 403", () => htmlPage(403)],
		["other JSON", () => Response.json({ hello: "world" })],
		["a redirection", () => new Response(null, { status: 307, headers: { Location: "https://elsewhere.example/" } })],
	])("leaves the outcome open after %s, whether the charge was carried out or not", async (_what, answer) => {
		for (const isCarriedOut of [true, false]) {
			simulator.failNext({ isCarriedOut, answer: answer() });
			await expect(adapter.submit(charge(), account)).rejects.toThrow("The outcome is unknown");
		}
	});

	test("declines when nobody listens: nothing was sent", async () => {
		const gone = await subject.start();
		await gone.simulator.stop();
		const nowhere = createAdapter(connector, { bridge, webhookBridge: bridge, baseUrl: gone.baseUrl });
		expect(await nowhere.submit(charge(), account)).toMatchObject({ result: "declined", declineCode: "not_received" });
	});

	test.each(["XXQ", "JPY"])("declines the currency %s before anything is sent", async (other) => {
		const before = simulator.received.length;
		const outcome = await adapter.submit(charge({ currency: other }), account);
		expect(outcome).toMatchObject({ result: "declined", declineCode: "not_received" });
		expect(simulator.received).toHaveLength(before);
	});

	test("does not blame the card for a refused account", async () => {
		const outcome = await adapter.submit(charge(), subject.wrongAccount);
		expect(outcome).toMatchObject({ result: "declined", declineCode: "account_refused" });
	});

	test("tells later what became of accepted captures, voids and refunds, if it can", async () => {
		const expected = connector.lookup === "none" ? "unknown" : "approved";
		const { processorTransactionId: captured } = await approve({ operation: "authorization" });
		const { processorTransactionId: voided } = await approve({ operation: "authorization" });
		const capture = modify("capture", captured, 1000);
		const voiding = modify("void", voided);
		const captureAnswer = await adapter.submit(capture, account);
		const answers = [
			{ request: capture, answer: captureAnswer },
			{ request: voiding, answer: await adapter.submit(voiding, account) },
		];
		for (const { request, answer } of answers) {
			if (answer.result !== "accepted") continue;
			const inquiry = await restarted.inquire(inquiryAbout(request, answer.processorTransactionId ?? null), account);
			expect(inquiry).toMatchObject({ result: expected });
			if (inquiry.result === "approved") expect([undefined, request.amountCents]).toContain(inquiry.amountCents);
		}
		const refund = modify("refund", captureAnswer.processorTransactionId ?? null, 400);
		const { processorTransactionId: refunded } = await adapter.submit(refund, account);
		const inquiry = await restarted.inquire(inquiryAbout(refund, refunded ?? null), account);
		expect([expected, "accepted"]).toContain(inquiry.result);
	});
});
