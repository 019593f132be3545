import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { acceptCard } from "../cards/card.ts";
import { DemoProcessor, type DemoProcessorOptions, type Fault } from "./demo.ts";
import type { Answer, ChargeRequest, ModificationRequest, Outcome, Payer } from "./processor.ts";

let now = Date.UTC(2026, 10, 21);
const lateMs = 60;

let tables: TestTables;
let processor: DemoProcessor;
let references = 0;

beforeAll(async () => {
	tables = await openTestTables();
	processor = openProcessor();
});

afterAll(() => tables.drop());

function openProcessor(options: Partial<DemoProcessorOptions> = {}): DemoProcessor {
	return new DemoProcessor({ database: tables.database.withTables(), now: () => now, ...options });
}

const nobody: Payer = {
	firstName: null,
	lastName: null,
	company: null,
	email: null,
	telephone: null,
	address1: null,
	address2: null,
	city: null,
	province: null,
	country: null,
	postalCode: null,
	ipAddress: null,
};

function requestFor(number: string, changes: Partial<ChargeRequest> = {}): ChargeRequest {
	const card = acceptCard({ number, month: "08", year: "31", securityCode: "937" }, "test", now);
	references += 1;
	return {
		reference: `reference${references}`,
		operation: "sale",
		initiatedBy: "cardholder",
		commerce: "ecommerce",
		storedCredential: undefined,
		amountCents: 3100,
		currency: "CAD",
		card,
		payer: nobody,
		payerReference: null,
		statementText: "Demo",
		invoiceId: null,
		...changes,
	};
}

function request(changes: Partial<ChargeRequest> = {}): ChargeRequest {
	return requestFor("4111111111111111", changes);
}

async function journalOf({ reference }: ChargeRequest) {
	return tables.database
		.selectFrom("demo_processor.journal")
		.selectAll()
		.where("reference", "=", reference)
		.executeTakeFirst();
}

describe("the Processor contract", () => {
	test("charges a reference once, even if it is sent again with other values", async () => {
		const sent = request();
		const first = await processor.submit(sent);
		expect(first.result).toBe("approved");
		const again = [sent, { ...sent, amountCents: 200 }, { ...sent, operation: "authorization" as const }];
		for (const repeated of again) expect(await processor.submit(repeated)).toEqual(first);
		expect(await journalOf(sent)).toMatchObject({ amount_cents: 3100, operation: "sale" });
	});

	test("charges a reference once when many gateways send it at once", async () => {
		const sent = request();
		const gateways = [processor, openProcessor(), openProcessor()];
		const outcomes = await Promise.all(Array.from({ length: 30 }, (_, index) => gateways[index % 3]?.submit(sent)));
		expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
	});

	test.each([3100, 200])("an inquiry returns the outcome of a charge of %d cents", async (amountCents) => {
		const sent = request({ amountCents });
		const outcome = await processor.submit(sent);
		expect(await processor.inquire(sent)).toEqual(outcome);
		expect(await openProcessor().inquire(sent)).toEqual(outcome);
	});

	test("H-08 refuses a reference for ever after reporting it as not received", async () => {
		const sent = request();
		expect(await processor.inquire(sent)).toEqual({ result: "not_received" });
		await expect(processor.submit(sent)).rejects.toThrow("received an inquiry for this reference first");
		await expect(openProcessor().submit(sent)).rejects.toThrow();
		expect(await processor.inquire(sent)).toEqual({ result: "not_received" });
	});

	test("H-08 a simultaneous charge and inquiry agree on the outcome", async () => {
		const races = Array.from({ length: 40 }, async (_, index) => {
			const sent = request();
			const other = openProcessor();
			const submit = () => processor.submit(sent).catch(() => ({ result: "not_received" }) as const);
			const inquire = () => other.inquire(sent);
			const [submitted, inquired] =
				index % 2 === 0
					? await Promise.all([submit(), inquire()])
					: (await Promise.all([inquire(), submit()])).reverse();
			expect(submitted).toEqual(inquired);
			expect(await processor.inquire(sent)).toEqual(inquired);
		});
		await Promise.all(races);
	});
});

describe("the demo processor", () => {
	test.each([
		[1, "declined"],
		[50, "declined"],
		[99, "declined"],
		[100, "approved"],
		[199, "approved"],
		[200, "declined"],
		[1099, "declined"],
		[1100, "approved"],
		[3100, "approved"],
		[99_999_899, "declined"],
		[99_999_999, "approved"],
	])("B-08 decides %d cents by the whole dollars: %s", async (amountCents, result) => {
		for (const operation of ["sale", "authorization"] as const) {
			expect((await processor.submit(request({ amountCents, operation }))).result).toBe(result);
		}
	});

	test("B-08 approves exactly the amounts with odd whole dollars", async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 99_999_999 }), async (amountCents) => {
				const { result } = await processor.submit(request({ amountCents }));
				expect(result).toBe(
					String(amountCents)
						.padStart(3, "0")
						.at(-3)
						?.match(/[13579]/)
						? "approved"
						: "declined",
				);
			}),
			{ numRuns: 40 },
		);
	});

	test.each([
		["4000000000000002", "soft", "do_not_honour", "declined"],
		["4000000000009995", "soft", "insufficient_funds", "insufficient funds"],
		["4000000000009987", "hard", "lost_card", "lost"],
		["4000000000000069", "hard", "expired_card", "expired"],
		["4000000000000127", "data", "incorrect_cvv", "security code"],
		["4000000000000341", "soft", "do_not_honour", "declined"],
		["4000000000000119", "soft", "processing_error", "could not process"],
	])(
		"declines the outcome card %s as %s (%s), whatever the amount",
		async (number, declineClass, declineCode, words) => {
			for (const amountCents of [3100, 200]) {
				const outcome = await processor.submit(requestFor(number, { amountCents }));
				const message = expect.stringContaining(words);
				expect(outcome).toMatchObject({ result: "declined", declineClass, declineCode, message });
			}
		},
	);

	test.each([
		["5100000000000248", "24"],
		["5100000000000305", "30"],
		["5100000000000032", "03"],
	])("S-09 stores %s, and declines each charge of it with the advice code %s", async (number, adviceCode) => {
		const sent = requestFor(number);
		const outcome = await processor.submit(sent);
		expect(outcome).toMatchObject({ result: "declined", declineClass: "soft", adviceCode });
		expect(await processor.inquire(sent)).toEqual(outcome);
		expect(await processor.submit(requestFor(number, { operation: "verification", amountCents: 0 }))).toMatchObject({
			result: "approved",
		});
	});

	test("gives an approval a six-digit code and an id", async () => {
		const [first, second] = await Promise.all([processor.submit(request()), processor.submit(request())]);
		expect(first).toMatchObject({ message: "Approved", authorizationCode: expect.stringMatching(/^[0-9]{6}$/) });
		expect(first.processorTransactionId).not.toBe(second.processorTransactionId);
	});

	test.each([
		["no postal code", null, "NOT_CHECKED"],
		["a postal code", "K1A0B1", "MATCH"],
		["a test postal code", "N0N0N0", "NO_MATCH"],
		["a test ZIP code", "00001", "PARTIAL"],
	])("checks the address with %s", async (_which, postalCode, avsResult) => {
		const sent = request({ payer: { ...nobody, postalCode } });
		const outcome = await processor.submit(sent);
		expect(outcome).toMatchObject({ avsResult, cvvResult: "MATCH" });
		expect(await processor.inquire(sent)).toEqual(outcome);
	});

	test("checks the security code", async () => {
		expect(await processor.submit(requestFor("4000000000000127"))).toMatchObject({ cvvResult: "NO_MATCH" });
	});

	test("gives each charge a network's id of 15 digits, and a refund none", async () => {
		const [first, second] = await Promise.all([processor.submit(request()), processor.submit(request())]);
		const ids = [first, second].map((answer) => (answer as Outcome).networkTransactionId);
		expect(ids).toEqual([expect.stringMatching(/^[0-9]{15}$/), expect.stringMatching(/^[0-9]{15}$/)]);
		expect(new Set(ids).size).toBe(2);
	});

	test("P-02 writes neither number nor security code to its journal", async () => {
		await processor.submit(request());
		// Amounts are random and codes derive from references: either may contain these digits by chance.
		const { rows } = await sql<{ text: string }>`
			select (to_jsonb(journal) - array['amount_cents', 'auth_code'])::text as text
			from demo_processor.journal`.execute(tables.database);
		expect(rows.length).toBeGreaterThan(0);
		for (const { text } of rows) expect(text).not.toMatch(/4111|\b937\b/);
	});
});

describe("a fault of the demo processor", () => {
	function withFault(fault: Fault, crash?: () => void): DemoProcessor {
		return openProcessor({ faultOf: () => fault, ...(crash && { crash }) });
	}

	/** Submits, then asks another gateway's processor. `answered` is called if a response arrives. */
	async function submitAndInquire(faulty: DemoProcessor, sent: ChargeRequest) {
		const answered = vi.fn<(answer: Answer) => void>();
		void faulty.submit(sent).then(answered);
		// The processor handles requests in order, so this one is answered after the first was received.
		const inquiry = await faulty.inquire(sent);
		return { answered, inquiry };
	}

	test.each([
		["a fault", { kind: "answer_lost" } as const, "4111111111111111"],
		["the outcome card", undefined, "4000000000000259"],
	])("a response lost by %s leaves an outcome that an inquiry finds", async (_by, fault, number) => {
		const sent = requestFor(number);
		const { answered, inquiry } = await submitAndInquire(fault ? withFault(fault) : openProcessor(), sent);
		expect(inquiry.result).toBe("approved");
		expect(answered).not.toHaveBeenCalled();
	});

	test.each([
		["a fault", { kind: "never_received" } as const, "4111111111111111"],
		["the outcome card", undefined, "4000000000000267"],
	])("a request lost by %s is unknown to an inquiry", async (_by, fault, number) => {
		const sent = requestFor(number);
		const { answered, inquiry } = await submitAndInquire(fault ? withFault(fault) : openProcessor(), sent);
		expect(inquiry).toEqual({ result: "not_received" });
		expect(answered).not.toHaveBeenCalled();
	});

	test("a late response is still the outcome", async () => {
		const sent = request();
		const startedAt = performance.now();
		const outcome = await withFault({ kind: "late_answer", milliseconds: lateMs }).submit(sent);
		// A Node timer may fire up to a millisecond early.
		expect(performance.now() - startedAt).toBeGreaterThanOrEqual(lateMs - 1);
		expect(await processor.inquire(sent)).toEqual(outcome);
	});

	test.each([
		["before_receipt", undefined],
		["after_receipt", "approved"],
	] as const)("a crash %s leaves the journal with %s", async (when, result) => {
		const sent = request();
		const crash = () => {
			throw new Error("The process is gone.");
		};
		await expect(withFault({ kind: "crash", when }, crash).submit(sent)).rejects.toThrow("The process is gone.");
		expect((await journalOf(sent))?.result).toBe(result);
	});

	test("is drawn for each request separately", async () => {
		const sent = [request(), request()];
		const faulty = openProcessor({
			faultOf: ({ reference }) => (reference === sent[0]?.reference ? { kind: "never_received" } : undefined),
		});
		const first = vi.fn();
		void faulty.submit(sent[0] as ChargeRequest).then(first);
		expect((await faulty.submit(sent[1] as ChargeRequest)).result).toBe("approved");
		expect(first).not.toHaveBeenCalled();
	});
});

describe("after a charge, the demo processor", () => {
	function follow(original: string, operation: ModificationRequest["operation"], amountCents: number): Promise<Answer> {
		references += 1;
		return processor.submit({
			reference: `reference${references}`,
			operation,
			amountCents,
			currency: "CAD",
			original: {
				reference: original,
				operation: "sale",
				amountCents: 9_900,
				processorTransactionId: null,
				authorizationCode: null,
			},
		});
	}

	async function approved(operation: "sale" | "authorization", amountCents = 9_900): Promise<string> {
		const sent = request({ operation, amountCents });
		expect((await processor.submit(sent)).result).toBe("approved");
		return sent.reference;
	}

	const approves = { result: "approved" };
	const refuses = { result: "declined", declineClass: "hard", declineCode: "not_permitted" };

	test("captures an authorization once, up to its amount", async () => {
		const original = await approved("authorization");
		expect(await follow(original, "capture", 9_901)).toMatchObject(refuses);
		expect(await follow(original, "capture", 5_100)).toMatchObject(approves);
		expect(await follow(original, "capture", 1_100)).toMatchObject(refuses);
		expect(await follow(await approved("sale"), "capture", 1_100)).toMatchObject(refuses);
	});

	test("X-53 does not capture an expired authorization", async () => {
		const [inTime, late] = [await approved("authorization"), await approved("authorization")];
		now += 30 * 24 * 60 * 60 * 1000;
		expect(await follow(inTime, "capture", 5_100)).toMatchObject(approves);
		now += 1;
		expect(await follow(late, "capture", 5_100)).toMatchObject({
			...refuses,
			message: "The authorization has expired.",
		});
	});

	test("refunds a sale in parts up to its amount, and no authorization", async () => {
		const original = await approved("sale");
		expect(await follow(original, "refund", 5_100)).toMatchObject(approves);
		expect(await follow(original, "refund", 5_100)).toMatchObject(refuses);
		expect(await follow(original, "refund", 3_300)).toMatchObject(approves);
		expect(await follow(await approved("authorization"), "refund", 100)).toMatchObject(refuses);
	});

	test("voids any charge without a capture or refund, whatever its amount", async () => {
		for (const operation of ["sale", "authorization"] as const) {
			const original = await approved(operation);
			expect(await follow(original, "void", 9_900)).toMatchObject(approves);
			expect(await follow(original, "void", 9_900)).toMatchObject(refuses);
			expect(await follow(original, operation === "sale" ? "refund" : "capture", 100)).toMatchObject(refuses);
		}
		const captured = await approved("authorization");
		await follow(captured, "capture", 100);
		expect(await follow(captured, "void", 9_900)).toMatchObject(refuses);
	});

	test("modifies no charge that was declined or never received", async () => {
		const declined = request({ amountCents: 200 });
		await processor.submit(declined);
		for (const original of [declined.reference, "never"]) {
			for (const operation of ["capture", "refund", "void"] as const) {
				expect(await follow(original, operation, 100)).toMatchObject(refuses);
			}
		}
	});

	test("B-08 decides captures and refunds by the whole dollars, like charges", async () => {
		expect(await follow(await approved("authorization"), "capture", 200)).toMatchObject({ declineClass: "soft" });
		expect(await follow(await approved("sale"), "refund", 200)).toMatchObject({ declineClass: "soft" });
	});

	test.each([
		["4000000000000341", "approved"],
		["4000000000000002", "declined"],
		["4111111111111111", "approved"],
	])("B-08 verifies %s without an amount: %s", async (number, result) => {
		const outcome = await processor.submit(requestFor(number, { operation: "verification", amountCents: 0 }));
		expect(outcome.result).toBe(result);
	});
});
