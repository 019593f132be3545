import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestTables, type TestTables } from "../../../../test/support/tables.ts";
import { newTransaction } from "../../../../test/support/transaction.ts";
import type { Database } from "../db/database.ts";
import type { Subscription } from "../db/schema.ts";
import { createLog } from "../log.ts";
import { hourlyLimits } from "../mail/limits.ts";
import type { Mail } from "../mail/mail.ts";
import { sendDueMail } from "../mail/send-due.ts";
import { findNextExpiryTurn, lockUnwatchedCards, takeExpiringCards } from "./card-expiry.store.ts";
import { cardExpiryWork } from "./card-expiry.ts";
import { readDueCardExpiring, readDuePaymentFailed, readDueSuspended } from "./due-notices.ts";
import { expiryTimes } from "./expiry-time.ts";
import { type QueuedNotice, queueNotices } from "./queue-notices.ts";

const day = 24 * 3_600_000;
const startedAt = Date.UTC(2026, 6, 1, 12);
const timeZone = "America/Toronto";

let tables: TestTables;
let merchantId: number;
let planId: number;
/** The business clock. */
let now: number;
let logLines: string[];

beforeAll(async () => {
	tables = await openTestTables();
	const { id } = await tables.database
		.insertInto("merchants")
		.values({ merchant_id: "m", name: "Maple & Main", mode: "live", time_zone: timeZone, created_at: startedAt })
		.returning("id")
		.executeTakeFirstOrThrow();
	merchantId = id;
	const terms = {
		name: "Gold",
		amount_cents: 3_100,
		currency: "CAD",
		frequency: "MOTHLY",
		send_receipt: true,
	} as const;
	const plan = {
		...terms,
		lookup_id: "plan",
		merchant_id: merchantId,
		number_of_payments: null,
		created_at: startedAt,
	};
	planId = (await tables.database.insertInto("plans").values(plan).returning("id").executeTakeFirstOrThrow()).id;
});

afterAll(() => tables.drop());

beforeEach(async () => {
	const emptied = ["mail_outbox", "mail_counts", "billing_attempts", "transactions", "subscriptions", "cards"] as const;
	for (const table of emptied) await tables.database.deleteFrom(table).execute();
	await setMerchant({
		sends_payment_failed_notices: true,
		sends_suspended_notices: true,
		sends_card_expiring_notices: true,
		receipt_reply_to: null,
	});
	now = startedAt;
	logLines = [];
});

type Notices = "sends_payment_failed_notices" | "sends_suspended_notices" | "sends_card_expiring_notices";

async function setMerchant(settings: Partial<Record<Notices, boolean>> & { receipt_reply_to?: string | null }) {
	await tables.database.updateTable("merchants").set(settings).execute();
}

let made = 0;

/** An id that only the one row has. */
function lookupId(): string {
	made += 1;
	return String(made).padStart(20, "0");
}

/** A customer with a card; returns the card. */
async function makeCard({ expiry = "08/26", email = `ada${made}@example.com` } = {}) {
	const owner = { lookup_id: lookupId(), merchant_id: merchantId, email, created_at: startedAt };
	const customer = await tables.database
		.insertInto("customers")
		.values(owner)
		.returning("id")
		.executeTakeFirstOrThrow();
	const [expiry_month = "", expiry_year = ""] = expiry.split("/");
	const card = {
		lookup_id: lookupId(),
		merchant_id: merchantId,
		customer_id: customer.id,
		card_type: "Visa",
		card_prefix: "4111",
		card_suffix: "8431",
		expiry_month,
		expiry_year,
		is_default: true,
		created_at: startedAt,
	} as const;
	await tables.database.insertInto("cards").values(card).execute();
	return card;
}

type Card = Awaited<ReturnType<typeof makeCard>>;

/** A subscription that bills a card; returns its id. */
async function subscribe(card: Pick<Card, "customer_id" | "lookup_id">, changes: Partial<Subscription> = {}) {
	const { id } = await tables.database
		.insertInto("subscriptions")
		.values({
			lookup_id: lookupId(),
			merchant_id: merchantId,
			customer_id: card.customer_id,
			plan_id: planId,
			card_lookup_id: card.lookup_id,
			name: "Gold",
			amount_cents: 3_100,
			currency: "CAD",
			frequency: "MOTHLY",
			send_receipt: true,
			time_zone: timeZone,
			status: "ACTIVE",
			start_date: startedAt,
			next_run: startedAt + 31 * day,
			created_at: startedAt,
			...changes,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

/** As billing leaves a subscription whose first payment was declined for now. */
const inRetry = {
	status: "RETRY",
	open_period: 0,
	next_period: 1,
	failed_attempts: 1,
	next_run: startedAt + day,
} as const;

const suspended = {
	status: "SUSPENDED",
	open_period: 0,
	next_period: 1,
	failed_attempts: 1,
	next_run: null,
	suspended_reason: "declined",
} as const;

/** Sends what the outbox has, and returns it. */
async function send(): Promise<Mail[]> {
	const mails: Mail[] = [];
	await sendDueMail({
		database: tables.database,
		readers: {
			receipt: async () => [],
			payment_failed: readDuePaymentFailed,
			subscription_suspended: readDueSuspended,
			card_expiring: readDueCardExpiring,
		},
		mailer: { send: async (mail) => void mails.push(mail), close: () => undefined },
		clock: { now: () => startedAt },
		random: () => 0.5,
		host: "pay.example",
		log: createLog({ level: "info", destination: { write: (line) => void logLines.push(line) } }),
		stopping: new AbortController().signal,
		maximum: Number.POSITIVE_INFINITY,
	});
	return mails;
}

function outbox() {
	return tables.database.selectFrom("mail_outbox").selectAll().execute();
}

function queue(kind: QueuedNotice["kind"], subscriptionId: number, attempt = 1): Promise<void> {
	return queueNotices(tables.database, [{ kind, subscriptionId, period: 0, attempt }]);
}

describe("a notice on a payment that failed", () => {
	it("tells amount, plan, description, card and the day of the next try, and goes once", async () => {
		const card = await makeCard({ email: "ada@example.com" });
		const id = await subscribe(card, { ...inRetry, description: "Team of five" });
		await queue("payment_failed", id);
		const [mail, ...others] = await send();
		expect(others).toEqual([]);
		expect(mail).toMatchObject({
			to: "ada@example.com",
			blindCopies: [],
			senderName: "Maple & Main",
			subject: "Your payment to Maple & Main failed",
		});
		for (const part of ["$31.00 CAD", "Gold", "Team of five", "Visa •••• 8431", "July 2, 2026", "July 1, 2026"]) {
			expect(mail?.text).toContain(part);
			expect(mail?.html).toContain(part);
		}
		expect(await outbox()).toEqual([]);
	});

	it("shows the card that was charged, also when the subscription bills another one since", async () => {
		const card = await makeCard();
		const id = await subscribe(card, inRetry);
		const transaction_id = lookupId();
		const charge = { transaction_id, merchant_id: merchantId, card_type: "Amex", card_suffix: "7729" };
		const declined = { status: "DECLINED", decided_at: now, user_id: null } as const;
		await tables.database
			.insertInto("transactions")
			.values({ ...newTransaction(charge), ...declined })
			.execute();
		await tables.database
			.insertInto("billing_attempts")
			.values({ subscription_id: id, period: 0, attempt: 1, transaction_id, due_at: now, attempted_at: now })
			.execute();
		await queue("payment_failed", id);
		const [mail] = await send();
		expect(mail?.text).toContain("Amex •••• 7729");
		expect(mail?.text).not.toContain("8431");
	});

	it("goes to the subscription's own address, and its blind copies are for receipts alone", async () => {
		const card = await makeCard({ email: "ada@example.com" });
		const changes = { email: "billing@example.com", bcc_emails: "books@example.com" };
		await queue("payment_failed", await subscribe(card, { ...inRetry, ...changes }));
		expect(await send()).toMatchObject([{ to: "billing@example.com", blindCopies: [] }]);
	});

	it.each([
		["was paid since", { status: "ACTIVE", open_period: null, failed_attempts: 0 }],
		["failed once more since, of which there is another notice", { failed_attempts: 2 }],
		["belongs to a subscription that was suspended since", suspended],
		["belongs to a subscription that was cancelled since", { status: "CANCELLED", open_period: null, next_run: null }],
		["is of another period than the one that is open now", { open_period: 1, next_period: 2 }],
	] as const)("is not sent when the payment %s", async (_case, changes) => {
		const id = await subscribe(await makeCard(), inRetry);
		await queue("payment_failed", id);
		await tables.database.updateTable("subscriptions").set(changes).where("id", "=", id).execute();
		expect(await send()).toEqual([]);
		expect(await outbox()).toEqual([]);
	});

	it("goes for each further try that fails, each with a Message-ID of its own", async () => {
		const id = await subscribe(await makeCard(), inRetry);
		await queue("payment_failed", id);
		const [first] = await send();
		await tables.database.updateTable("subscriptions").set({ failed_attempts: 2 }).where("id", "=", id).execute();
		await queue("payment_failed", id, 2);
		const [second] = await send();
		expect(second?.messageId).toMatch(/^payment-failed\.\d{20}\.0\.2@pay\.example$/);
		expect(second?.messageId).not.toBe(first?.messageId);
	});

	it("tells how to go on: by an answer, where the merchant reads answers", async () => {
		const id = await subscribe(await makeCard(), inRetry);
		await queue("payment_failed", id);
		expect((await send())[0]?.text).toContain("To pay with another card, get in touch with Maple & Main.");
		await setMerchant({ receipt_reply_to: "care@maple.example" });
		await queue("payment_failed", id);
		const [mail] = await send();
		expect(mail).toMatchObject({ replyTo: "care@maple.example" });
		expect(mail?.text).toContain("To pay with another card, answer this mail.");
	});
});

describe("a notice on a subscription that was suspended", () => {
	it.each([
		["declined", "Your card was declined, and will not be tried again."],
		["retries_used", "Your card was declined each time it was tried, and will not be tried again."],
	] as const)("says why, and that nothing more is charged: %s", async (suspended_reason, reason) => {
		const id = await subscribe(await makeCard(), { ...suspended, suspended_reason });
		await queue("subscription_suspended", id);
		const [mail] = await send();
		expect(mail?.subject).toBe("Your subscription at Maple & Main is suspended");
		for (const part of [reason, "Nothing more is charged", "Not paid: $31.00 CAD", "Card: Visa •••• 8431"]) {
			expect(mail?.text).toContain(part);
		}
	});

	it("tells of a card that is no longer on file, and shows none", async () => {
		const card = await makeCard();
		const id = await subscribe(card, { ...suspended, suspended_reason: "card_deleted", failed_attempts: 0 });
		await tables.database.deleteFrom("cards").where("lookup_id", "=", card.lookup_id).execute();
		await queue("subscription_suspended", id);
		const [mail] = await send();
		expect(mail?.text).toContain("The card that paid for it is no longer on file.");
		expect(mail?.text).not.toContain("••••");
	});

	it("is not sent when the subscription goes on again", async () => {
		const id = await subscribe(await makeCard(), suspended);
		await queue("subscription_suspended", id);
		const resumed = { status: "ACTIVE", open_period: null, suspended_reason: null } as const;
		await tables.database.updateTable("subscriptions").set(resumed).where("id", "=", id).execute();
		expect(await send()).toEqual([]);
		expect(await outbox()).toEqual([]);
	});
});

describe("queued notices", () => {
	it("stand or fall with the transaction of the change, many in one statement", async () => {
		const card = await makeCard();
		const ids = await Promise.all(Array.from({ length: 200 }, () => subscribe(card, inRetry)));
		const notices = ids.map(
			(subscriptionId) => ({ kind: "payment_failed", subscriptionId, period: 0, attempt: 1 }) as const,
		);
		const database: Database = tables.database;
		const lost = database.transaction().execute(async (transaction) => {
			await queueNotices(transaction, notices);
			throw new Error("the change failed");
		});
		await expect(lost).rejects.toThrow("the change failed");
		expect(await outbox()).toEqual([]);
		await database.transaction().execute((transaction) => queueNotices(transaction, notices));
		await queueNotices(tables.database, notices);
		await queueNotices(tables.database, []);
		expect(await outbox()).toHaveLength(200);
	});

	it("P-08 have no address and no part of a card in their rows or the log", async () => {
		await queue("payment_failed", await subscribe(await makeCard({ expiry: "08/30" }), inRetry));
		await queue("subscription_suspended", await subscribe(await makeCard({ expiry: "08/30" }), suspended));
		await subscribe(await makeCard());
		now = expiryTimes({ expiry_month: "08", expiry_year: "26" }, timeZone).noticeAt;
		await runWork();
		const rows = await outbox();
		expect(rows).toHaveLength(3);
		expect(JSON.stringify(rows)).not.toMatch(/@|8431|4111|Visa/);
		await send();
		expect(logLines.join("")).not.toMatch(/@example/);
	});

	it("X-33 count with receipts: twenty mails an hour to one address", async () => {
		const card = await makeCard({ email: "victim@example.com" });
		const ids = await Promise.all(Array.from({ length: 25 }, () => subscribe(card, inRetry)));
		for (const id of ids) await queue("payment_failed", id);
		expect(await send()).toHaveLength(hourlyLimits.address);
		const left = await outbox();
		expect(left).toHaveLength(5);
		expect(left.every(({ problem }) => problem === "too many mails to this address within an hour")).toBe(true);
	});

	it.each([
		["sends_payment_failed_notices", "payment_failed"],
		["sends_suspended_notices", "subscription_suspended"],
		["sends_card_expiring_notices", "card_expiring"],
	] as const)("are dropped where the merchant turned them off, and only those: %s", async (setting, kind) => {
		await queue("payment_failed", await subscribe(await makeCard({ email: "payment_failed@example.com" }), inRetry));
		const stopped = await makeCard({ email: "subscription_suspended@example.com" });
		await queue("subscription_suspended", await subscribe(stopped, suspended));
		await subscribe(await makeCard({ expiry: "07/26", email: "card_expiring@example.com" }));
		now = expiryTimes({ expiry_month: "07", expiry_year: "26" }, timeZone).noticeAt;
		await runWork();
		await setMerchant({ [setting]: false });
		const told = (await send()).map(({ to }) => to.replace("@example.com", ""));
		const all = ["payment_failed", "subscription_suspended", "card_expiring"];
		expect(told.sort()).toEqual(all.filter((one) => one !== kind).sort());
		await setMerchant({ [setting]: true });
		expect(await send()).toEqual([]);
	});
});

function work() {
	return cardExpiryWork({ database: tables.database, clock: { now: () => now } });
}

/** Runs the work for as long as something is due, as the sandbox's clock does. */
async function runWork(): Promise<void> {
	for (let turn = await work().nextAt(); turn !== undefined && turn <= now; turn = await work().nextAt()) {
		await work().run();
	}
}

/** How often this connection has scanned the table of subscriptions, and each index of it. */
async function scansOf(transaction: Database): Promise<Map<string, number>> {
	const { rows } = await sql<{ name: string; scans: number }>`
		select relname as name, pg_stat_get_xact_numscans(oid) as scans from pg_class
		where relname like 'subscriptions%' order by relname`.execute(transaction);
	return new Map(rows.map(({ name, scans }) => [name, scans]));
}

describe("a notice on a card that is about to expire", () => {
	const august = { expiry_month: "08", expiry_year: "26" };
	const { noticeAt, expiresAt } = expiryTimes(august, timeZone);

	it("is due ten days before the card expires, in the merchant's zone, and not a moment earlier", async () => {
		await subscribe(await makeCard());
		await runWork();
		expect(await work().nextAt()).toBe(noticeAt);
		now = noticeAt - 1;
		await runWork();
		expect(await outbox()).toEqual([]);
		now = noticeAt;
		await runWork();
		expect(await outbox()).toMatchObject([{ kind: "card_expiring" }]);
		expect(await work().nextAt()).toBeUndefined();
	});

	it("tells the last day, the card, and each subscription with its next payment", async () => {
		const card = await makeCard({ email: "ada@example.com" });
		await subscribe(card, { name: "Gold", next_run: Date.UTC(2026, 7, 30, 12) });
		await subscribe(card, { name: "Silver", amount_cents: 900, status: "PAUSED", next_run: null });
		await subscribe(card, { name: "Bronze", status: "CANCELED", next_run: null });
		now = noticeAt;
		await runWork();
		const [mail, ...others] = await send();
		expect(others).toEqual([]);
		expect(mail).toMatchObject({
			messageId: `card-expiring.${card.lookup_id}.2608@pay.example`,
			to: "ada@example.com",
			subject: "Your card for Maple & Main is about to expire",
		});
		for (const part of [
			"August 31, 2026",
			"Visa •••• 8431",
			"Gold",
			"$31.00 CAD",
			"August 30, 2026",
			"Silver",
			"$9.00",
		]) {
			expect(mail?.text).toContain(part);
			expect(mail?.html).toContain(part);
		}
		expect(mail?.text).not.toContain("Bronze");
	});

	it("goes once for a card, however many subscriptions it bills and whenever they began", async () => {
		const card = await makeCard();
		await subscribe(card);
		await subscribe(card);
		now = noticeAt;
		await runWork();
		expect(await send()).toHaveLength(1);
		await subscribe(card);
		now += day;
		await runWork();
		expect(await send()).toEqual([]);
	});

	it("goes also when the subscription bills no more before the card expires", async () => {
		await subscribe(await makeCard(), { next_run: expiresAt + day });
		now = noticeAt;
		await runWork();
		expect(await send()).toHaveLength(1);
	});

	it("follows a subscription to another card", async () => {
		const [old, fresh] = [await makeCard(), await makeCard({ expiry: "08/30" })];
		const id = await subscribe(old);
		await runWork();
		await tables.database
			.updateTable("subscriptions")
			.set({ card_lookup_id: fresh.lookup_id })
			.where("id", "=", id)
			.execute();
		now = noticeAt;
		await runWork();
		expect(await send()).toEqual([]);
		expect(await work().nextAt()).toBe(expiryTimes({ ...august, expiry_year: "30" }, timeZone).noticeAt);
	});

	it.each(["CANCELED", "CANCELLED", "EXPIRED"] as const)(
		"is not sent for a subscription that is %s",
		async (status) => {
			await subscribe(await makeCard(), { status, next_run: null });
			now = noticeAt;
			await runWork();
			expect(await outbox()).toEqual([]);
			expect(await work().nextAt()).toBeUndefined();
		},
	);

	it("is not sent for a subscription that was cancelled before it went out", async () => {
		const id = await subscribe(await makeCard());
		now = noticeAt;
		await runWork();
		await tables.database.updateTable("subscriptions").set({ status: "CANCELED" }).where("id", "=", id).execute();
		expect(await send()).toEqual([]);
		expect(await outbox()).toEqual([]);
	});

	it("goes at once to whoever subscribes within the ten days, or comes back to life within them", async () => {
		const rested = await subscribe(await makeCard(), { status: "CANCELED", next_run: null });
		now = noticeAt + 3 * day;
		await subscribe(await makeCard());
		await runWork();
		expect(await send()).toHaveLength(1);
		await tables.database.updateTable("subscriptions").set({ status: "ACTIVE" }).where("id", "=", rested).execute();
		await runWork();
		expect(await send()).toHaveLength(1);
	});

	it("is left out when time jumped beyond the card's end, and the rest goes on", async () => {
		await subscribe(await makeCard());
		await runWork();
		await subscribe(await makeCard({ expiry: "09/26" }));
		await subscribe(await makeCard({ expiry: "06/26" }));
		now = expiryTimes({ ...august, expiry_month: "09" }, timeZone).noticeAt;
		await runWork();
		expect((await send()).map(({ text }) => /Good until: (.*)/.exec(text)?.[1])).toEqual(["September 30, 2026"]);
		expect(await work().nextAt()).toBeUndefined();
	});

	it("is not looked for where the card is gone, also when its time had been set", async () => {
		const card = await makeCard();
		const id = await subscribe(card);
		await runWork();
		await tables.database.deleteFrom("cards").where("lookup_id", "=", card.lookup_id).execute();
		await subscribe({ ...card, lookup_id: "gone" });
		now = noticeAt;
		await runWork();
		expect(await outbox()).toEqual([]);
		expect(await work().nextAt()).toBeUndefined();
		const watch = tables.database.selectFrom("subscriptions").select("expiry_notice_at").where("id", "=", id);
		expect(await watch.execute()).toEqual([{ expiry_notice_at: null }]);
	});

	it("goes once for each card on several gateways at once, in batches", async () => {
		const cards = await Promise.all(Array.from({ length: 300 }, () => makeCard()));
		for (const card of cards) await Promise.all([subscribe(card), subscribe(card)]);
		now = noticeAt;
		await Promise.all([runWork(), runWork(), runWork()]);
		const references = (await outbox()).map(({ reference }) => reference);
		expect(references.sort()).toEqual(cards.map(({ lookup_id }) => `${lookup_id}.2608`).sort());
	});

	it("is found by indexes of what is to be done, however many subscriptions there are", async () => {
		for (let made = 0; made < 20; made++) await subscribe(await makeCard({ expiry: "08/30" }));
		await runWork();
		const database: Database = tables.database;
		const used = await database.transaction().execute(async (transaction) => {
			const before = await scansOf(transaction);
			await findNextExpiryTurn(transaction);
			await lockUnwatchedCards(transaction, 100);
			await takeExpiringCards(transaction, { now, limit: 100 });
			const after = await scansOf(transaction);
			return [...after.keys()].filter((name) => after.get(name) !== before.get(name));
		});
		expect(used).toEqual(["subscriptions_by_expiry_notice", "subscriptions_by_unwatched_card"]);
	});
});
