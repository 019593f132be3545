import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { acceptCard } from "../cards/card.ts";
import type { WrongAnswer } from "./checked-answer.ts";
import {
	type AccountSecrets,
	createConnectedProcessor,
	type ProcessorAdapter,
	sendingMs,
	verifyAccount,
} from "./connected-processor.ts";
import type { Inquiry, InquiryRequest, Outcome, Processor, ProcessorRequest } from "./processor.ts";
import { DisputeRefused, type ProcessorEventSource } from "./processor-event.ts";
import { createRequestJournal, type RequestJournal } from "./request-journal.ts";

const maximumDelayMs = 60_000;
const account = { api_key: "secret" };

let tables: TestTables;
let now: number;
let sent: string[];
let onInquire: () => Promise<Inquiry>;
let references = 0;

beforeAll(async () => {
	tables = await openTestTables();
});
afterAll(() => tables.drop());
beforeEach(() => {
	now = Date.UTC(2026, 10, 21);
	sent = [];
	onInquire = async () => ({ result: "not_received" });
});

const approved: Outcome = {
	result: "approved",
	message: "Approved",
	authorizationCode: "123456",
	processorTransactionId: "far_1",
};

const adapter: ProcessorAdapter = {
	name: "far",
	title: "Far Payments",
	fields: [{ name: "api_key", label: "API key", isSecret: true }],
	maximumDelayMs,
	verify: async () => {},
	async submit({ reference }, secrets) {
		expect(secrets).toEqual(account);
		sent.push(reference);
		return approved;
	},
	inquire: () => onInquire(),
	acceptDispute: (disputeId, { api_key: key }) =>
		Promise.reject(new DisputeRefused(`${disputeId} is decided, says ${key}.`)),
	sendEvidence: (disputeId, _evidence, { api_key: key }) =>
		Promise.reject(new Error(`no answer about ${disputeId} with ${key}`)),
};

/** A processor as one gateway has it. */
function connect(journal = createRequestJournal(tables.database.withTables())): Processor & ProcessorEventSource {
	return createConnectedProcessor({ adapter, journal, unseal: async () => account, now: () => now });
}

function newRequest(): ProcessorRequest & { operation: "void" } {
	references += 1;
	const original = {
		reference: "earlier",
		operation: "sale",
		amountCents: 100,
		processorTransactionId: null,
		authorizationCode: null,
	} as const;
	return { reference: `sent${references}`, operation: "void", amountCents: 100, currency: "CAD", original };
}

const inquiryOf = ({ reference, operation, amountCents, currency }: ProcessorRequest): InquiryRequest => ({
	reference,
	operation,
	amountCents,
	currency,
	requestedAt: 0,
	processorTransactionId: null,
	original: null,
});

describe("an account at another origin", () => {
	const origin = "http://localhost:9000";
	const connectWith = (secrets: AccountSecrets) => {
		const origins: string[] = [];
		let adaptersMade = 0;
		const movable: ProcessorAdapter = {
			...adapter,
			isTest: ({ api_key: key }) => key === "test",
			submit: () => Promise.reject(new Error("It went to the processor's own origin.")),
			at: (other) => {
				adaptersMade += 1;
				return {
					...movable,
					submit: async () => {
						origins.push(other);
						return approved;
					},
				};
			},
		};
		const journal = createRequestJournal(tables.database.withTables());
		const processor = createConnectedProcessor({
			adapter: movable,
			journal,
			unseal: async () => secrets,
			now: () => now,
		});
		return { processor, movable, origins, adaptersMade: () => adaptersMade };
	};

	test("of the test system is charged there", async () => {
		const { processor, origins, adaptersMade } = connectWith({ api_key: "test", processor_origin: origin });
		for (const request of [newRequest(), newRequest()]) expect(await processor.submit(request)).toEqual(approved);
		expect(origins).toEqual([origin, origin]);
		expect(adaptersMade()).toBe(1);
	});

	test("that moves money is refused, and nothing is sent", async () => {
		const secrets = { api_key: "live", processor_origin: origin };
		const { processor, movable, origins } = connectWith(secrets);
		await expect(processor.submit(newRequest())).rejects.toThrow("Only an account of a test system");
		await expect(verifyAccount(movable, secrets)).rejects.toThrow("Only an account of a test system");
		expect(origins).toEqual([]);
	});
});

describe("a connected processor", () => {
	test("one of fifty simultaneous submissions by three gateways leaves", async () => {
		const request = newRequest();
		const gateways = [connect(), connect(), connect()];
		const results = await Promise.allSettled(
			Array.from({ length: 50 }, (_, index) => gateways[index % 3]?.submit(request)),
		);
		expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
		expect(sent).toEqual([request.reference]);
	});

	test("a request that an inquiry preceded is never sent, and the inquiry needs no processor", async () => {
		const request = newRequest();
		onInquire = vi.fn();
		expect(await connect().inquire(inquiryOf(request))).toEqual({ result: "not_received" });
		expect(onInquire).not.toHaveBeenCalled();
		await expect(connect().submit(request)).rejects.toThrow("The request is not sent.");
		expect(sent).toEqual([]);
	});

	test("a simultaneous request and inquiry agree: it was sent, or it never will be", async () => {
		const races = Array.from({ length: 30 }, async () => {
			const request = newRequest();
			const [submitted, inquiry] = await Promise.all([
				connect()
					.submit(request)
					.catch(() => undefined),
				connect().inquire(inquiryOf(request)),
			]);
			expect(inquiry.result).toBe(submitted === undefined ? "not_received" : "unknown");
		});
		await Promise.all(races);
	});

	test("not received is final only after the longest delay of the processor", async () => {
		const request = newRequest();
		await connect().submit(request);
		now += sendingMs + maximumDelayMs;
		expect(await connect().inquire(inquiryOf(request))).toMatchObject({ result: "unknown", isFinal: false });
		now += 1;
		expect(await connect().inquire(inquiryOf(request))).toEqual({ result: "not_received" });
	});

	test("not received is judged by the time of the inquiry, not of its answer", async () => {
		const request = newRequest();
		await connect().submit(request);
		onInquire = async () => {
			now += 10;
			return { result: "not_received" };
		};
		now += sendingMs + maximumDelayMs;
		expect(await connect().inquire(inquiryOf(request))).toMatchObject({ result: "unknown", isFinal: false });
		expect(await connect().inquire(inquiryOf(request))).toEqual({ result: "not_received" });
	});

	test("a request is not sent when its process stood still after the journal was written", async () => {
		const request = newRequest();
		const journal = createRequestJournal(tables.database.withTables());
		const standsStill: RequestJournal = {
			...journal,
			async submitted(reference, at) {
				const isNew = await journal.submitted(reference, at);
				now += sendingMs + 1;
				return isNew;
			},
		};
		await expect(connect(standsStill).submit(request)).rejects.toThrow("The request is not sent.");
		expect(sent).toEqual([]);
	});

	test("an inquiry that cannot tell is final only when no answer of the request can come any more", async () => {
		const request = newRequest();
		await connect().submit(request);
		onInquire = async () => ({ result: "unknown", reason: "no lookup", isFinal: true });
		now += sendingMs + maximumDelayMs;
		const early = await connect().inquire(inquiryOf(request));
		expect(early).toEqual({ result: "unknown", reason: "no lookup", isFinal: false });
		now += 1;
		expect(await connect().inquire(inquiryOf(request))).toMatchObject({ isFinal: true });
	});

	test("P-08 an answer that repeats the card's number is recorded without it, and raises an alarm", async () => {
		const wrong: WrongAnswer[] = [];
		const number = "4111111111111111";
		const repeating: ProcessorAdapter = {
			...adapter,
			submit: async () => ({ ...approved, message: "Card 4111 1111 1111 1111", networkTransactionId: `n${number}` }),
		};
		const journal = createRequestJournal(tables.database.withTables());
		const processor = createConnectedProcessor({
			adapter: repeating,
			journal,
			unseal: async () => account,
			now: () => now,
			onWrongAnswer: (one) => wrong.push(one),
		});
		const card = acceptCard({ number, month: "08", year: "31", securityCode: "123" }, "test", now);
		const { original: _, ...request } = newRequest();
		const charge = { ...request, operation: "sale", card } as unknown as ProcessorRequest;
		expect(await processor.submit(charge)).toEqual({ ...approved, message: "" });
		expect(wrong).toEqual([
			{ processor: "far", reference: request.reference, fields: ["message", "networkTransactionId"] },
		]);
	});

	test("P-06 an error that quotes a private key in JSON has none of its lines", async () => {
		const key = "-----BEGIN KEY-----\nc2VjcmV0\n-----END KEY-----";
		const failing: ProcessorAdapter = {
			...adapter,
			submit: async (_request, secrets) => {
				throw new Error(`failed: ${JSON.stringify(secrets)}`);
			},
		};
		const journal = createRequestJournal(tables.database.withTables());
		const unseal = async () => ({ api_key: key });
		const processor = createConnectedProcessor({ adapter: failing, journal, unseal, now: () => now });
		await expect(processor.submit(newRequest())).rejects.toThrow('failed: {"api_key":"[secret]"}');
	});

	test("an outcome and an error of an inquiry pass through", async () => {
		const request = newRequest();
		await connect().submit(request);
		onInquire = async () => approved;
		expect(await connect().inquire(inquiryOf(request))).toEqual(approved);
		onInquire = () => Promise.reject(new Error("unreachable"));
		await expect(connect().inquire(inquiryOf(request))).rejects.toThrow("unreachable");
	});

	test("a refused answer to a dispute is a DisputeRefused without secrets, and a failure is none", async () => {
		const { acceptDispute, sendEvidence } = connect();
		const refused = await acceptDispute?.("dp_1").catch((error: unknown) => error);
		expect(refused).toBeInstanceOf(DisputeRefused);
		expect(refused).toHaveProperty("message", "dp_1 is decided, says [secret].");
		const evidence = {
			explanation: "Delivered.",
			productDescription: null,
			shippingCarrier: null,
			shippingTrackingNumber: null,
		};
		const failed = await sendEvidence?.("dp_1", evidence).catch((error: unknown) => error);
		expect(failed).toHaveProperty("message", "no answer about dp_1 with [secret]");
		expect(failed).not.toBeInstanceOf(DisputeRefused);
	});
});
