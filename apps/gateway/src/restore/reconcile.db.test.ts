import {
	type Inquiry,
	type ListedRequest,
	type ProcessorAdapter,
	type RequestPage,
	type RequestSource,
	requestJournalTable,
} from "@cardseal/vault";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { Payments } from "../../../../packages/payments/src/payments.ts";
import { reversalReference } from "../../../../packages/payments/src/reversals/reversals.store.ts";
import { insertPending } from "../../../../packages/payments/src/submission/pending.store.ts";
import { operator } from "../../../../packages/platform/src/audit/event.ts";
import { newLookupId } from "../../../../packages/platform/src/ids.ts";
import { nextStep } from "../../../../packages/subscriptions/src/lifecycle.ts";
import { renewalReference } from "../../../../packages/subscriptions/src/renewal/renew.ts";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { newTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { type RenewalWorld, renewalWorld } from "../../../../test/fixtures/subscriptions/renewal-world.ts";
import { type Reconciled, reconcile } from "./reconcile.ts";

const start = Date.UTC(2026, 0, 31, 12);
const account = "acc";

const theWorld = renewalWorld(start);
let live: RenewalWorld;
let payments: Payments;

beforeEach(async () => {
	const world = theWorld();
	for (const table of ["reconciled_transactions", "restores", "processor_accounts"] as const) {
		await world.database.deleteFrom(table).execute();
	}
	live = await world.liveBesideIt();
	live.runner({
		change: (made) => {
			payments = made;
			return made;
		},
	});
	await addAccount(live.merchantId, account);
	await live.database
		.insertInto("restores")
		.values({ noticed_at: start, window_from: start - 3_600_000, missing: "{}", kept_file_numbers: "{}" } as never)
		.execute();
});

async function addAccount(merchantId: number, id: string): Promise<void> {
	await live.database
		.insertInto("processor_accounts")
		.values({
			account_id: id,
			merchant_id: merchantId,
			processor: "far",
			currency: "CAD",
			shown_fields: "{}",
			fingerprint: Buffer.alloc(32),
			created_at: start,
		})
		.execute();
}

/** Reconciles with the account's processor. */
async function reconcileWith(source: Partial<RequestSource>): Promise<Reconciled> {
	const lookUp = async (): Promise<Inquiry> => ({ result: "not_received" });
	const reconciled = await reconcile({
		payments,
		vault: { connectProcessor: () => ({ name: "far", lookUp, ...source }) as never },
		processors: new Map([["far", { name: "far" } as ProcessorAdapter]]),
		caller: operator("ada"),
		bank: { settings: undefined, directory: "" },
		reportProgress: () => undefined,
	});
	if (reconciled === undefined) throw new Error("No restore is open.");
	return reconciled;
}

const approved = {
	result: "approved",
	message: "Approved",
	authorizationCode: "A1",
	processorTransactionId: "far 1",
} as const;

const declined = {
	result: "declined",
	message: "Insufficient funds",
	processorTransactionId: "far 2",
	declineClass: "soft",
	declineCode: "insufficient_funds",
} as const;

function sale(changes: object = {}): ListedRequest {
	return {
		reference: newLookupId(),
		operation: "sale",
		amountCents: 3_100,
		currency: "CAD",
		happenedAt: start - 60_000,
		outcome: approved,
		originalReference: null,
		...changes,
	};
}

const listing = (...requests: unknown[]): Partial<RequestSource> => ({
	listRequests: async () => ({ requests, cursor: undefined }) as RequestPage,
});

const statusesOf = async (...references: string[]) => {
	const rows = await live.database
		.selectFrom("transactions")
		.select(["transaction_id", "status"])
		.where("transaction_id", "in", references)
		.execute();
	return references.map((reference) => rows.find((row) => row.transaction_id === reference)?.status);
};

const resultsOf = async (reference: string) =>
	(await auditEvents(live.database, { type: "transaction.reconciled", object: reference })).map(
		({ details }) => (details as { result: string }).result,
	);

async function isNotedAsSent(reference: string): Promise<boolean> {
	const { rows } = await sql`
		select from ${sql.raw(requestJournalTable)} where reference = ${reference} and submitted_at is not null`.execute(
		live.database,
	);
	return rows.length === 1;
}

describe("a list of requests with one that cannot be read", () => {
	test("is written except for that one, which stays open and is not sent again", async () => {
		const [first, last] = [sale(), sale()];
		const invalid = sale({ happenedAt: "yesterday" });
		const { written, open } = await reconcileWith(listing(first, invalid, last));
		expect(written).toBe(2);
		expect(await statusesOf(first.reference, invalid.reference, last.reference)).toEqual([
			"APPROVED",
			undefined,
			"APPROVED",
		]);
		expect(open).toEqual([
			{ about: invalid.reference, problem: expect.stringMatching(/cannot be read: happenedAt \(invalid_type\)$/) },
		]);
		expect(await isNotedAsSent(invalid.reference)).toBe(true);
	});

	test("names the account when it has no reference", async () => {
		const { written, open } = await reconcileWith(listing(null, sale({ reference: "a\0b" }), sale()));
		expect(written).toBe(1);
		expect(open.map(({ about }) => about)).toEqual([`far ${account}`, `far ${account}`]);
	});

	test("leaves out what is of another system", async () => {
		const { open } = await reconcileWith(listing(sale({ reference: "order 7", outcome: null })));
		expect(open).toEqual([]);
	});

	test("keeps a long or odd message, cleaned, as processor events do", async () => {
		const message = `App\0roved 4111111111111111 ${"x".repeat(3_000)}`;
		const odd = sale({ outcome: { ...approved, message } });
		expect(await reconcileWith(listing(odd))).toMatchObject({ written: 1, open: [] });
		expect(await statusesOf(odd.reference)).toEqual(["APPROVED"]);
	});
});

test("a request under another merchant's reference stays open, and the others are written", async () => {
	const [other, theirs] = [sale(), sale()];
	await live.database
		.insertInto("transactions")
		.values({
			...newTransaction({ transaction_id: theirs.reference, merchant_id: live.merchantId + 1 }),
			status: "PENDING",
		})
		.execute();
	const { written, open } = await reconcileWith(listing(theirs, other));
	expect(written).toBe(1);
	expect(await statusesOf(other.reference)).toEqual(["APPROVED"]);
	expect(open).toEqual([
		{ about: theirs.reference, problem: "This reference belongs to another merchant's transaction." },
	]);
});

test("a request that accounts of two merchants list is written for neither", async () => {
	const other = await insertMerchant(live.database, { mode: "live" });
	await addAccount(other, "other");
	const contested = sale();
	const { written, open } = await reconcileWith(listing(contested));
	const item = { about: contested.reference, problem: "Accounts of several merchants list this reference." };
	expect({ written, open }).toEqual({ written: 0, open: [item, item] });
	expect(await statusesOf(contested.reference)).toEqual([undefined]);
});

test("a request that cannot be written stays open, and the others are written", async () => {
	const [bad, good] = [sale(), sale()];
	const { writeOutcome } = payments.writer;
	const failing: typeof writeOutcome = async (decided) => {
		if (decided.transactionId === bad.reference) throw new Error("no");
		return writeOutcome(decided);
	};
	payments = { ...payments, writer: { ...payments.writer, writeOutcome: failing } };
	const { written, open } = await reconcileWith(listing(bad, good));
	expect(written).toBe(1);
	expect(open).toEqual([{ about: bad.reference, problem: "It could not be written: no" }]);
});

describe("F-17 a charge that a rule of the merchant declines", () => {
	const mismatch = { ...approved, avsResult: "NO_MATCH" } as const;

	const journalled = async (references: string[]) => Promise.all(references.map(isNotedAsSent));

	beforeEach(async () => {
		const rule = live.database.updateTable("merchants").set({ rejects_avs_no_match: true });
		await rule.where("id", "=", live.merchantId).execute();
	});

	const reversalOf = (transaction_id: string, operation: "void" | "refund", changes: object = {}) =>
		sale({
			reference: reversalReference({ transaction_id, operation, number: 1 }),
			operation,
			originalReference: transaction_id,
			happenedAt: start - 30_000,
			...changes,
		});

	async function insertSale(reference: string): Promise<void> {
		const account = { processor: "far", processor_account: "acc" };
		const transaction = newTransaction({ transaction_id: reference, merchant_id: live.merchantId, ...account });
		await insertPending(live.database.withTables(), [
			{ transaction: { ...transaction, amount_cents: 3_100 }, inquiryFrom: start },
		]);
	}

	test("is declined when its lost answer is listed, and its listed void and refund are not sent again", async () => {
		const listed = sale({ outcome: mismatch });
		await insertSale(listed.reference);
		const reversals = [
			reversalOf(listed.reference, "void", { outcome: { ...declined, declineCode: "not_permitted" } }),
			reversalOf(listed.reference, "refund"),
		];
		const references = reversals.map(({ reference }) => reference);
		for (let time = 0; time < 2; time++) {
			const { written, open } = await reconcileWith(listing(listed, ...reversals));
			expect({ written, open }).toEqual({ written: 0, open: [] });
		}
		expect(await statusesOf(listed.reference, ...references)).toEqual(["DECLINED", undefined, undefined]);
		expect(await journalled(references)).toEqual([true, true]);
	});

	test("is approved and voided when the charge itself is lost, as nothing tells the rules of that time", async () => {
		const listed = sale({ outcome: mismatch });
		const voided = reversalOf(listed.reference, "void");
		const { written, open } = await reconcileWith(listing(listed, voided));
		expect({ written, open }).toEqual({ written: 2, open: [] });
		expect(await statusesOf(listed.reference, voided.reference)).toEqual(["APPROVED", "APPROVED"]);
	});
});

describe("a lost renewal of an account without lists", () => {
	async function dueRenewal(): Promise<string> {
		const subscription = await live.subscription(await live.subscribe());
		const step = nextStep(subscription, start);
		if (step === undefined) throw new Error("No renewal is due.");
		return renewalReference(subscription.lookup_id, step);
	}

	const knowing = (reference: string, outcome: Inquiry): Partial<RequestSource> => ({
		lookUp: async (request) => (request.reference === reference ? outcome : { result: "not_received" }),
	});

	test.each([
		["APPROVED", approved],
		["DECLINED", declined],
	] as const)("is written as %s, with its row and its audit event", async (status, outcome) => {
		const reference = await dueRenewal();
		expect((await reconcileWith(knowing(reference, outcome))).written).toBe(1);
		expect(await statusesOf(reference)).toEqual([status]);
		expect(await resultsOf(reference)).toEqual([status]);
		const rows = await live.database.selectFrom("reconciled_transactions").selectAll().execute();
		expect(rows).toMatchObject([{ merchant_id: live.merchantId, transaction_id: reference }]);
		expect((await reconcileWith(knowing(reference, outcome))).written).toBe(0);
		expect(await resultsOf(reference)).toEqual([status]);
	});

	test.each([{ amountCents: 1 }, { currency: "USD" }])("stays PENDING when %j was approved instead", async (other) => {
		const reference = await dueRenewal();
		const { open } = await reconcileWith(knowing(reference, { ...approved, ...other }));
		expect(open).toContainEqual({ about: reference, problem: "The processor approved another amount or currency." });
		expect(await statusesOf(reference)).toEqual(["PENDING"]);
		expect(await isNotedAsSent(reference)).toBe(true);
	});

	const untold: Inquiry = { result: "unknown", reason: "no answer has a reference", isFinal: true };

	test("stays open when the processor cannot tell, and is not sent again", async () => {
		const reference = await dueRenewal();
		const { written, open } = await reconcileWith(knowing(reference, untold));
		expect(written).toBe(0);
		const problem = `It could not be replayed: its processor cannot tell whether it charged ${reference}: no answer has a reference`;
		expect(open).toContainEqual({ about: expect.stringMatching(/^subscription \d+$/), problem });
		expect(await statusesOf(reference)).toEqual([undefined]);
		expect(await isNotedAsSent(reference)).toBe(true);
	});

	test("is charged later when it fell due after the window, although the processor cannot tell", async () => {
		const reference = await dueRenewal();
		await live.database
			.updateTable("restores")
			.set({ noticed_at: start - 3_600_000 })
			.execute();
		const { open } = await reconcileWith(knowing(reference, untold));
		expect(open.map(({ about }) => about)).toEqual([`far ${account}`]);
		expect(await isNotedAsSent(reference)).toBe(false);
	});

	test("stays PENDING when the processor decides later, and is not sent again", async () => {
		const reference = await dueRenewal();
		const { written } = await reconcileWith(
			knowing(reference, { result: "accepted", processorTransactionId: "far 3" }),
		);
		expect(written).toBe(1);
		expect(await statusesOf(reference)).toEqual(["PENDING"]);
		expect(await resultsOf(reference)).toEqual([]);
		expect(await isNotedAsSent(reference)).toBe(true);
	});
});

test("a declined renewal that is listed is reconciled as declined", async () => {
	const subscription = await live.subscription(await live.subscribe());
	const step = nextStep(subscription, start);
	const reference = step === undefined ? "" : renewalReference(subscription.lookup_id, step);
	const listed = sale({ reference, amountCents: subscription.amount_cents, outcome: declined });
	expect((await reconcileWith(listing(listed))).written).toBe(1);
	expect(await resultsOf(reference)).toEqual(["DECLINED"]);
});

test("S-28 S-29 lost renewals are replayed with the set-up fee, the quantity and after the trial, as they were charged", async () => {
	const terms = {
		frequency: "DAILY",
		trial_days: 1,
		setup_fee_cents: 2_500,
		quantity: 3,
		amount_cents: 1_300,
	} as const;
	const subscription = await live.subscription(await live.subscribe({ ...terms, start_date: start - 3 * 86_400_000 }));
	const references = [0, 1, 2].map((period) => renewalReference(subscription.lookup_id, { period, attempt: 1 }));
	const charged = [6_400, 3_900, 3_900];
	const asked: number[] = [];
	const { written, open } = await reconcileWith({
		lookUp: async ({ reference, amountCents }) => {
			const period = references.indexOf(reference);
			if (period === -1) return { result: "not_received" };
			asked.push(amountCents);
			return { ...approved, amountCents: charged[period] ?? 0, currency: "CAD" };
		},
	});
	expect({ written, asked }).toEqual({ written: 3, asked: charged });
	expect(open.map(({ about }) => about)).toEqual([`far ${account}`]);
	expect(await statusesOf(...references)).toEqual(["APPROVED", "APPROVED", "APPROVED"]);
	expect(await live.subscription(subscription.id)).toMatchObject({ completed_cycles: 3, paid_cents: 3_900 });
});
