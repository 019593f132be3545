import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import {
	type DisputeEvidence,
	DisputeRefused,
	type Processor,
	type ProcessorEvent,
	type ProcessorEventSource,
	WebhookRefused,
	type WebhookRequest,
} from "@cardseal/vault";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Client, expectProblem, type JsonObject, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { approvedTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { processorAccountsOf } from "../../../../test/fixtures/processors/accounts.ts";
import { farAccount } from "../../../../test/fixtures/processors/far.ts";
import { findMerchant } from "../../../merchants/src/merchants.store.ts";
import { addProcessorAccount } from "../../../merchants/src/processor-accounts/processor-accounts.ts";
import { operator } from "../../../platform/src/audit/event.ts";
import type { Database } from "../../../platform/src/db/database.ts";
import { newLookupId } from "../../../platform/src/ids.ts";
import { listDueFeeds } from "../processor-events/processor-events.store.ts";

const waiting = { timeout: 20_000, interval: 50 };

/** A processor that tells what a test has it tell, and records the answers to disputes. */
class TellingProcessor implements Processor, ProcessorEventSource {
	readonly name = "far";
	told: ProcessorEvent[] = [];
	readonly accepted: string[] = [];
	readonly evidence: DisputeEvidence[] = [];
	/** The reading of webhooks waits for it. */
	beginReading: () => Promise<unknown> = () => Promise.resolve();
	refusal: Error | undefined;

	submit = () => Promise.reject(new Error("No test submits to it."));
	inquire = () => Promise.reject(new Error("No test inquires of it."));

	async events(cursor = "0") {
		const from = Number(cursor);
		return { events: this.told.slice(from), cursor: String(Math.max(from, this.told.length)) };
	}

	async readWebhook({ headers, body }: WebhookRequest): Promise<ProcessorEvent[]> {
		await this.beginReading();
		if (headers["x-signed-by"] !== "far") throw new WebhookRefused("The signature is wrong.");
		return JSON.parse(Buffer.from(body).toString()) as ProcessorEvent[];
	}

	async acceptDispute(id: string): Promise<void> {
		if (this.refusal !== undefined) throw this.refusal;
		this.accepted.push(id);
	}

	async sendEvidence(_id: string, evidence: DisputeEvidence): Promise<void> {
		if (this.refusal !== undefined) throw this.refusal;
		this.evidence.push(evidence);
	}
}

const processor = new TellingProcessor();
let gateway: TestGateway;
let client: Client;
let account: string;
/** The same account at the processor. */
let inDollars: string;
let merchantId: number;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	const database = gateway.database.tables.withTables();
	const merchant = await findMerchant(database, { publicId: gateway.merchant.merchant_id });
	if (merchant === undefined) throw new Error("The sandbox has its merchant.");
	merchantId = merchant.id;
	const { tables } = gateway.database;
	await tables.updateTable("merchants").set({ mode: "live" }).where("id", "=", merchantId).execute();
	const accounts = await processorAccountsOf(gateway.database, gateway.clocks);
	const wanted = { processor: "far", fields: farAccount(processor) };
	const add = (currency: string) => addProcessorAccount(accounts, merchant, { ...wanted, currency }, operator("ada"));
	account = (await add("CAD")).account_id;
	inDollars = (await add("USD")).account_id;
});

afterAll(() => gateway.stop());

beforeEach(() => {
	processor.refusal = undefined;
});

async function insertCharge(
	status: "APPROVED" | "PENDING" = "APPROVED",
	changes: { processor?: string; processor_account?: string } = {},
): Promise<string> {
	const { id: _id, ...row } = approvedTransaction({
		transaction_id: newLookupId(),
		merchant_id: merchantId,
		processor: "far",
		processor_account: account,
		...changes,
		...(status === "PENDING" && { status, decided_at: null, processor_auth_code: null, message: null }),
	});
	await gateway.database.tables.insertInto("transactions").values(row).execute();
	return row.transaction_id;
}

const approvalOf = (reference: string): ProcessorEvent => ({
	id: `outcome ${reference}`,
	kind: "outcome",
	reference,
	operation: "charge",
	outcome: { result: "approved", message: "Approved", authorizationCode: "1", processorTransactionId: "far_1" },
});

const disputeOf = (reference: string): ProcessorEvent => ({
	id: `dispute ${reference}`,
	kind: "dispute",
	disputeId: `d ${reference}`,
	reference,
	state: "open",
	amountCents: 1_099,
	currency: "CAD",
	reasonCode: "10.4",
	evidenceDueAt: gateway.clocks.business.now() + 86_400_000,
	happenedAt: gateway.clocks.business.now(),
});

function notify(events: ProcessorEvent[], { to = account, signedBy = "far" } = {}) {
	return client.send(`/processors/${to}/webhook`, {
		method: "POST",
		body: JSON.stringify(events),
		headers: { "X-Signed-By": signedBy, Origin: "https://far.example", "Sec-Fetch-Site": "cross-site" },
	});
}

async function resultOf(id: string): Promise<unknown> {
	const { body } = await client.get(`/transaction-service/transaction/${id}`);
	return body.transaction_result;
}

/** A webhook is answered once its processor events are kept. The job may have claimed them before the request applies them. */
async function becomesApproved(id: string): Promise<void> {
	await vi.waitFor(async () => expect(await resultOf(id)).toBe("APPROVED"), waiting);
}

async function disputeIn(id: string): Promise<JsonObject> {
	const { body } = await client.get(`/transaction-service/dispute?transaction_id=${id}`);
	const [dispute] = body.entities as JsonObject[];
	return dispute ?? {};
}

test("the accounts of a demo merchant, which wait for its live one, are not read", async () => {
	const feedsOf = async () => {
		const database: Database = gateway.database.tables.withTables();
		const due = await listDueFeeds(database, { processors: ["far"], now: Number.MAX_SAFE_INTEGER });
		return due.map((feed) => feed.account);
	};
	const become = (mode: "demo" | "live") =>
		gateway.database.tables.updateTable("merchants").set({ mode }).where("id", "=", merchantId).execute();
	expect((await feedsOf()).toSorted()).toEqual([account, inDollars].toSorted());
	await become("demo");
	expect(await feedsOf()).toEqual([]);
	const charge = await insertCharge("PENDING");
	expect((await notify([approvalOf(charge)], { signedBy: "a stranger" })).status).toBe(400);
	expect((await notify([approvalOf(charge)])).status).toBe(204);
	expect(await resultOf(charge)).toBe("PENDING");
	await become("live");
});

describe("an account's webhook", () => {
	test("N-01 applies signed processor events, once, and answers 204 each time", async () => {
		const charge = await insertCharge("PENDING");
		const [first, again] = [await notify([approvalOf(charge)]), await notify([approvalOf(charge)])];
		expect([first.status, again.status, first.text]).toEqual([204, 204, ""]);
		await becomesApproved(charge);
	});

	test("refuses a wrong signature, and keeps nothing", async () => {
		const charge = await insertCharge("PENDING");
		expectProblem(await notify([approvalOf(charge)], { signedBy: "a stranger" }), 400, "BAD_REQUEST");
		expect(await resultOf(charge)).toBe("PENDING");
	});

	test("that cannot be read now answers 503, so that the processor sends it again", async () => {
		const charge = await insertCharge("PENDING");
		processor.beginReading = () => Promise.reject(new Error("The process that reads has ended."));
		const answer = await notify([approvalOf(charge)]);
		processor.beginReading = () => Promise.resolve();
		expectProblem(answer, 503, "UNAVAILABLE");
		expect([answer.body.reason, answer.headers.get("retry-after")]).toEqual(["notice_not_read", "5"]);
		expect(await resultOf(charge)).toBe("PENDING");
		expect((await notify([approvalOf(charge)])).status).toBe(204);
		await becomesApproved(charge);
	});

	test("answers 503 above its limit of requests in flight, and the others are kept", async () => {
		const reading = Promise.withResolvers<void>();
		processor.beginReading = () => reading.promise;
		const answers = Array.from({ length: 17 }, async () => (await notify([])).status);
		expect(await Promise.race(answers)).toBe(503);
		reading.resolve();
		processor.beginReading = () => Promise.resolve();
		expect((await Promise.all(answers)).toSorted()).toEqual([...Array(16).fill(204), 503]);
		expect((await notify([])).status).toBe(204);
	});

	test("bodies that are not complete take no slot of the others", async () => {
		const init = { method: "POST", headers: { "Content-Length": "2", Expect: "100-continue" } };
		const slow = Array.from({ length: 16 }, () => request(`${gateway.url}/processors/${account}/webhook`, init));
		for (const one of slow) one.flushHeaders();
		const answers = slow.map(async (one) => {
			const [response] = (await once(one, "response")) as [IncomingMessage];
			response.resume();
			return response.statusCode;
		});
		await Promise.all(slow.map((one) => once(one, "continue")));
		expect((await notify([])).status).toBe(204);
		for (const one of slow) one.end("[]");
		// They are not signed.
		expect(await Promise.all(answers)).toEqual(Array(16).fill(400));
	});

	test("refuses a body above 64 KB", async () => {
		const charge = await insertCharge();
		const large = { ...disputeOf(charge), reasonCode: "x".repeat(64 * 1024) } as ProcessorEvent;
		expectProblem(await notify([large]), 413, "PAYLOAD_TOO_LARGE");
	});

	test("X-01 N-02 decides its merchant's charges at its processor only", async () => {
		const other = await insertCharge("PENDING", { processor: "near" });
		expect((await notify([approvalOf(other)])).status).toBe(204);
		expect(await resultOf(other)).toBe("PENDING");
	});

	test("decides charges in other currencies too: the processor tells them to each address of the account", async () => {
		const dollars = await insertCharge("PENDING", { processor_account: inDollars });
		expect((await notify([approvalOf(dollars)])).status).toBe(204);
		await becomesApproved(dollars);
		const other = await insertCharge("PENDING", { processor_account: "another account" });
		expect((await notify([approvalOf(other)])).status).toBe(204);
		expect(await resultOf(other)).toBe("PENDING");
	});

	test("reads the processor events of a demo merchant's account at a test system", async () => {
		const { tables } = gateway.database;
		const become = async (mode: "demo" | "live", isTest: boolean) => {
			await tables.updateTable("merchants").set({ mode }).where("id", "=", merchantId).execute();
			await tables
				.updateTable("processor_accounts")
				.set({ is_test: isTest })
				.where("account_id", "=", account)
				.execute();
		};
		await become("demo", true);
		const charge = await insertCharge("PENDING");
		expect((await notify([approvalOf(charge)])).status).toBe(204);
		await becomesApproved(charge);
		await become("live", false);
	});
});

test("N-01 an account's processor events are read and applied by themselves", async () => {
	const charge = await insertCharge("PENDING");
	processor.told.push(approvalOf(charge));
	await vi.waitFor(
		async () => {
			// A reading that had begun before found nothing, and the next is due a minute after its end.
			gateway.clocks.real.advance(60_000);
			expect(await resultOf(charge)).toBe("APPROVED");
		},
		{ ...waiting, interval: 500 },
	);
});

describe("an answer to a dispute", () => {
	async function openDispute(): Promise<JsonObject> {
		client = await signIn(gateway.url, gateway.merchant);
		const charge = await insertCharge();
		expect((await notify([disputeOf(charge)])).status).toBe(204);
		// The processor event is kept; another run of the job may be applying it.
		return vi.waitFor(async () => {
			const dispute = await disputeIn(charge);
			expect(dispute.id).toBeDefined();
			return dispute;
		}, waiting);
	}

	test("reaches the processor", async () => {
		const [accepted, contested] = [await openDispute(), await openDispute()];
		const path = "/transaction-service/dispute";
		await client.post(`${path}/${accepted.id}/accept`, {});
		await client.post(`${path}/${contested.id}/evidence`, {
			explanation: "Delivered.",
			shipping_carrier: "Canada Post",
		});
		await vi.waitFor(() => expect(processor.accepted).toEqual([accepted.processor_dispute_id]), waiting);
		await vi.waitFor(
			() =>
				expect(processor.evidence).toEqual([
					{
						explanation: "Delivered.",
						productDescription: null,
						shippingCarrier: "Canada Post",
						shippingTrackingNumber: null,
					},
				]),
			waiting,
		);
	});

	test("that the processor refuses for good leaves the dispute open, with the reason", async () => {
		const dispute = await openDispute();
		processor.refusal = new DisputeRefused("The time is over.");
		const path = `/transaction-service/dispute/${dispute.id}`;
		expect((await client.post(`${path}/accept`, {})).body).toMatchObject({ status: "accepted" });
		await vi.waitFor(async () => {
			const { body } = await client.get(path);
			expect(body).toMatchObject({ status: "open", answer: { refusal: "The time is over.", sent_at: null } });
		}, waiting);
		expectProblem(await client.post(`${path}/accept`, {}), 409, "CONFLICT");
	});

	test("that does not arrive is sent again", async () => {
		const dispute = await openDispute();
		processor.refusal = new Error("unreachable");
		await client.post(`/transaction-service/dispute/${dispute.id}/accept`, {});
		await vi.waitFor(
			() => expect(gateway.logLines.join("\n")).toContain("could not send an answer to a dispute"),
			waiting,
		);
		processor.refusal = undefined;
		gateway.clocks.real.advance(3_600_000);
		await vi.waitFor(() => expect(processor.accepted).toContain(dispute.processor_dispute_id), waiting);
	});
});
