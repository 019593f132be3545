import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { receiptLinks } from "../../../../test/fixtures/payments/receipt.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { createLog } from "../../../platform/src/log/log.ts";
import type { MailKind } from "../../../platform/src/mail/due-mail.ts";
import { hashOf, hour, hourlyLimits, hourOf } from "../../../platform/src/mail/limits.ts";
import { type Mail, type Mailer, MailRefused, noMailer } from "../../../platform/src/mail/mail.ts";
import { listMail } from "../../../platform/src/mail/mailbox.store.ts";
import { createMailboxMailer } from "../../../platform/src/mail/mailbox.ts";
import { findNextAttemptAt } from "../../../platform/src/mail/outbox.store.ts";
import { maximumAttempts, sendDueMail } from "../../../platform/src/mail/send-due.ts";
import { readDueReceipts } from "./due-receipt-mail.ts";

const minute = 60_000;
const startedAt = Date.UTC(2026, 10, 21, 10, 17);

let tables: TestTables;
let merchantId: number;
let otherMerchantId: number;
let now: number;
let logLines: string[];
let stopping: AbortController;

beforeAll(async () => {
	tables = await openTestTables();
	merchantId = await insertMerchant(tables.database, { merchant_id: "m" });
	otherMerchantId = await insertMerchant(tables.database, { merchant_id: "other" });
});

afterAll(() => tables.drop());

beforeEach(async () => {
	for (const table of ["mail_outbox", "mail_counts", "mailbox"] as const) {
		await tables.database.deleteFrom(table).execute();
	}
	await tables.database.updateTable("merchants").set({ sends_receipts: true }).execute();
	now = startedAt;
	logLines = [];
	stopping = new AbortController();
});

/** Removes all other mails from the outbox. */
const readers = {
	receipt: readDueReceipts(receiptLinks),
	receipt_again: async () => [],
	payment_failed: async () => [],
	subscription_suspended: async () => [],
	card_expiring: async () => [],
	portal_link: async () => [],
	staff_invitation: async () => [],
	password_reset: async () => [],
	eft_request: async () => [],
	account_security: async () => [],
	bank_account_changed: async () => [],
	payment_approval: async () => [],
	payment_link: async () => [],
	owner_notice: async () => [],
};

let made = 0;

/** Writes approved sales, each with a queued receipt; returns their ids. */
async function makeReceipts(
	count: number,
	email = (index: number) => `payer${index}@example.com`,
	{ of = merchantId, bcc }: { of?: number; bcc?: string } = {},
): Promise<string[]> {
	const ids = Array.from({ length: count }, (_, index) => String(made + index).padStart(20, "0"));
	made += count;
	const sales = ids.map((transaction_id, index) => ({
		transaction_id,
		merchant_id: of,
		type: "sale" as const,
		processor: "demo",
		status: "APPROVED" as const,
		amount_cents: 3_100,
		currency: "CAD",
		captured: true,
		card_type: "Visa",
		card_suffix: "1111",
		card_expiry: "08/31",
		channel: "E_COMMERCE" as const,
		email: email(index),
		bcc_emails: bcc ?? null,
		sending_receipt: true,
		test_mode: true,
		created_at: startedAt,
		decided_at: startedAt,
	}));
	await tables.database.insertInto("transactions").values(sales).execute();
	await tables.database
		.insertInto("mail_outbox")
		.values(ids.map((reference) => ({ kind: "receipt" as const, reference })))
		.execute();
	return ids;
}

/** A mailer that stores its mails after `onSend`. */
function listMailer(onSend: (mail: Mail) => void | Promise<void> = () => undefined) {
	const mails: Mail[] = [];
	const mailer: Mailer = {
		async send(mail) {
			await onSend(mail);
			mails.push(mail);
		},
		close: () => undefined,
	};
	return { mailer, mails };
}

function send(mailer: Mailer, maximum = Number.POSITIVE_INFINITY): Promise<number> {
	const log = createLog({ level: "info", destination: { write: (line) => void logLines.push(line) } });
	const { database } = tables;
	return sendDueMail({
		database,
		readers,
		mailer,
		clock: { now: () => now },
		random: () => 0.5,
		host: "pay.example",
		log,
		stopping: stopping.signal,
		maximum,
	});
}

function outbox() {
	return tables.database.selectFrom("mail_outbox").selectAll().orderBy("reference").execute();
}

const later = new MailRefused("EENVELOPE RCPT TO 450", { isPermanent: false });
const never = new MailRefused("EENVELOPE RCPT TO 550", { isPermanent: true });

function refuseAll(refusal: unknown) {
	return listMailer(() => {
		throw refusal;
	}).mailer;
}

describe("sending receipts", () => {
	test("each receipt is sent once and leaves no row", async () => {
		await makeReceipts(250);
		const { mailer, mails } = listMailer();
		expect(await send(mailer)).toBe(250);
		expect(new Set(mails.map(({ to }) => to)).size).toBe(250);
		expect(await outbox()).toEqual([]);
		expect(await send(mailer)).toBe(0);
	});

	test("a run sends at most its limit, the longest waiting first; the next run sends the rest", async () => {
		await makeReceipts(250);
		const { mailer } = listMailer();
		expect(await send(mailer, 120)).toBe(120);
		expect(await outbox()).toHaveLength(130);
		expect(await send(mailer, 120)).toBe(120);
		expect(await send(mailer, 120)).toBe(10);
	});

	test("each receipt is sent once when several gateways send", async () => {
		await makeReceipts(300);
		const { mailer, mails } = listMailer();
		const sent = await Promise.all([send(mailer), send(mailer), send(mailer)]);
		expect(sent.reduce((sum, count) => sum + count)).toBe(300);
		expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(300);
		expect(mails).toHaveLength(300);
	});

	test("ten mails are sent at the same time, and no more", async () => {
		await makeReceipts(40);
		let [running, most] = [0, 0];
		const { mailer } = listMailer(async () => {
			running += 1;
			most = Math.max(most, running);
			await new Promise(setImmediate);
			running -= 1;
		});
		await send(mailer);
		expect(most).toBe(10);
	});

	test("a receipt with a temporary refusal is retried when due, with the same Message-ID", async () => {
		const [id = ""] = await makeReceipts(1);
		await send(refuseAll(later));
		expect(await outbox()).toMatchObject([
			{ attempts: 1, next_attempt_at: now + minute, failed_at: null, problem: later.message },
		]);
		now += minute - 1;
		const { mailer, mails } = listMailer();
		expect(await send(mailer)).toBe(0);
		now += 1;
		expect(await send(mailer)).toBe(1);
		expect(mails[0]?.messageId).toBe(`receipt.${id}@pay.example`);
	});

	test("a receipt is given up after its last attempt, a little over a day later, and its row stays", async () => {
		await makeReceipts(1);
		for (let attempt = 1; attempt <= maximumAttempts; attempt++) {
			await send(refuseAll(later));
			const [row] = await outbox();
			expect(row?.attempts).toBe(attempt);
			now = row?.failed_at ?? row?.next_attempt_at ?? 0;
		}
		expect(now - startedAt).toBeGreaterThan(24 * hour);
		expect(await outbox()).toMatchObject([{ failed_at: now, problem: later.message }]);
		now += 100 * hour;
		expect(await send(listMailer().mailer)).toBe(0);
	});

	test("a receipt is given up at once after a permanent refusal, or when there is no mail server", async () => {
		await makeReceipts(1);
		await send(refuseAll(never));
		expect(await outbox()).toMatchObject([{ attempts: 1, failed_at: now, problem: never.message }]);
		await makeReceipts(1);
		await send(noMailer);
		expect((await outbox()).map(({ problem }) => problem)).toContain("SMTP_URL is not set");
	});

	test("P-08 rows and log have no address, whatever the refusal", async () => {
		await makeReceipts(3);
		await send(refuseAll(later));
		await send(refuseAll(never));
		await send(refuseAll(new Error("a bug")));
		expect(JSON.stringify(await outbox())).not.toContain("@example.com");
		expect(logLines.length).toBeGreaterThan(0);
		expect(logLines.join("")).not.toContain("@example.com");
	});

	test("one refused receipt does not delay the others", async () => {
		await makeReceipts(5);
		const { mailer, mails } = listMailer(({ to }) => {
			if (to === "payer2@example.com") throw later;
		});
		expect(await send(mailer)).toBe(4);
		expect(mails).toHaveLength(4);
	});

	test("a receipt claimed by a gateway that crashed is sent after the lease", async () => {
		await makeReceipts(1);
		let taken: Mail | undefined;
		const dying: Mailer = {
			send(mail) {
				taken = mail;
				return new Promise(() => undefined);
			},
			close: () => undefined,
		};
		void send(dying);
		await expect.poll(() => taken).toBeDefined();
		const { mailer, mails } = listMailer();
		expect(await send(mailer)).toBe(0);
		now += 3 * minute;
		expect(await send(mailer)).toBe(1);
		expect(mails[0]?.messageId).toBe(taken?.messageId);
	});

	test("a gateway whose lease expired does not reschedule a mail that another has claimed", async () => {
		await makeReceipts(1);
		const { promise, reject } = Promise.withResolvers<void>();
		let isBegun = false;
		const slow = listMailer(() => {
			isBegun = true;
			return promise;
		});
		const standing = send(slow.mailer);
		await expect.poll(() => isBegun).toBe(true);
		now += 3 * minute;
		await send(refuseAll(later));
		const theirs = await outbox();
		expect(theirs).toMatchObject([{ attempts: 2 }]);
		now += 90_000;
		reject(later);
		await standing;
		expect(await outbox()).toEqual(theirs);
	});

	test("X-52 mail of an unknown kind is left to newer gateways", async () => {
		const kind = "of a newer gateway" as MailKind;
		await tables.database.insertInto("mail_outbox").values({ kind, reference: "theirs" }).execute();
		await makeReceipts(1);
		expect(await send(listMailer().mailer)).toBe(1);
		expect(await outbox()).toMatchObject([{ kind, attempts: 0, problem: null }]);
		expect(await findNextAttemptAt(tables.database, Object.keys(readers))).toBeUndefined();
	});

	test("a receipt that is claimed again and again without an end is given up", async () => {
		await makeReceipts(1);
		await tables.database.updateTable("mail_outbox").set({ attempts: maximumAttempts }).execute();
		expect(await send(listMailer().mailer)).toBe(0);
		expect(await outbox()).toMatchObject([{ failed_at: now, problem: "the gateway ended at every attempt" }]);
	});

	test("no mail is started once the gateway stops, or shortly before the lease ends", async () => {
		await makeReceipts(30);
		const stopped = listMailer(() => stopping.abort());
		await send(stopped.mailer);
		expect(stopped.mails).toHaveLength(1);
		stopping = new AbortController();
		now += 3 * minute;
		const slow = listMailer(() => {
			now += 2 * minute + 1;
		});
		await send(slow.mailer);
		expect(slow.mails).toHaveLength(1);
	});

	test("queued receipts of a merchant that turned receipts off are dropped", async () => {
		await makeReceipts(2);
		await tables.database.updateTable("merchants").set({ sends_receipts: false }).execute();
		expect(await send(listMailer().mailer)).toBe(0);
		expect(await outbox()).toEqual([]);
	});

	test("the sandbox's mailbox stores a mail sent twice once", async () => {
		const [reference = ""] = await makeReceipts(1);
		const mailer = createMailboxMailer(tables.database, { now: () => now });
		await send(mailer);
		await tables.database.insertInto("mail_outbox").values({ kind: "receipt", reference }).execute();
		expect(await send(mailer)).toBe(1);
		expect(await listMail(tables.database, 10)).toHaveLength(1);
	});
});

describe("the hourly limits", () => {
	test("X-33 of 1,000 sales to one address, however it is written, twenty receipts are sent and the others delayed", async () => {
		await makeReceipts(1_000, (index) => (index % 2 === 0 ? "victim@example.com" : "Victim@Example.com"));
		const { mailer, mails } = listMailer();
		expect(await send(mailer)).toBe(hourlyLimits.address);
		expect(mails).toHaveLength(hourlyLimits.address);
		const delayed = await outbox();
		expect(delayed).toHaveLength(1_000 - hourlyLimits.address);
		const nextHour = hourOf(now) + hour;
		expect(delayed.every((row) => row.failed_at === null && row.next_attempt_at >= nextHour)).toBe(true);
		now = nextHour + hour;
		expect(await send(mailer)).toBe(hourlyLimits.address);
	});

	test("beyond the hourly limit of an address mail is delayed, never dropped", async () => {
		const count = 3 * hourlyLimits.address;
		await makeReceipts(count, () => "ada@example.com");
		const { mailer, mails } = listMailer();
		for (const sent of [20, 20, 20, 0]) {
			expect(await send(mailer)).toBe(sent);
			now = hourOf(now) + 2 * hour;
		}
		expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(count);
		expect(await outbox()).toEqual([]);
	});

	test("X-33 one merchant's mail does not use up another merchant's limit for an address", async () => {
		await makeReceipts(hourlyLimits.address + 5, () => "ada@example.com");
		await makeReceipts(1, () => "ada@example.com", { of: otherMerchantId });
		expect(await send(listMailer().mailer)).toBe(hourlyLimits.address + 1);
	});

	test("X-33 mail beyond an address's limit across merchants waits, and is not given up", async () => {
		await makeReceipts(hourlyLimits.address, () => "ada@example.com");
		const counts = { hour_started_at: hourOf(now), counted: `shared ${hashOf("ada@example.com")}` };
		await tables.database
			.insertInto("mail_counts")
			.values({ ...counts, mails: hourlyLimits.sharedAddress })
			.execute();
		expect(await send(listMailer().mailer)).toBe(0);
		expect((await outbox()).every(({ failed_at, attempts }) => failed_at === null && attempts === 0)).toBe(true);
		now = hourOf(now) + 2 * hour;
		await makeReceipts(hourlyLimits.address, () => "ada@example.com", { of: otherMerchantId });
		expect(await send(listMailer().mailer)).toBe(2 * hourlyLimits.address);
		expect(await outbox()).toEqual([]);
	});

	test("X-33 blind copies beyond their address's limit follow later, and the receipts do not wait for them", async () => {
		const count = hourlyLimits.address + 10;
		await makeReceipts(count, undefined, { bcc: "first@example.com,victim@example.com" });
		await makeReceipts(hourlyLimits.address - 1, () => "First@example.com");
		await send(refuseAll(later));
		now += minute;
		const { mailer, mails } = listMailer();
		expect(await send(mailer)).toBe(count + hourlyLimits.address - 1);
		const copiesTo = (address: string) => mails.filter(({ blindCopies }) => blindCopies.includes(address)).length;
		expect([copiesTo("victim@example.com"), copiesTo("first@example.com")]).toEqual([hourlyLimits.address, 1]);
		const receipts = mails.length;
		for (let hours = 0; hours < 4; hours += 2) {
			now = hourOf(now) + 2 * hour;
			await send(mailer);
		}
		expect([copiesTo("victim@example.com"), copiesTo("first@example.com")]).toEqual([count, count]);
		for (const copy of mails.slice(receipts)) {
			expect(copy).toMatchObject({ isCopyOnly: true, to: expect.any(String), blindCopies: [expect.any(String)] });
		}
		expect(await outbox()).toEqual([]);
	});

	test("X-33 blind copies count in the limits of their address across merchants and of their merchant", async () => {
		await makeReceipts(3, undefined, { bcc: "books@example.com" });
		await send(listMailer().mailer);
		const counts = tables.database.selectFrom("mail_counts").select(["counted", "mails"]);
		expect(
			await counts
				.where("counted", "in", [`shared ${hashOf("books@example.com")}`, `merchant ${merchantId}`])
				.execute(),
		).toEqual(
			expect.arrayContaining([
				{ counted: `shared ${hashOf("books@example.com")}`, mails: 3 },
				{ counted: `merchant ${merchantId}`, mails: 6 },
			]),
		);
	});

	test("a receipt without email goes to bcc_emails, each copy within the limits of its address", async () => {
		const ids = await makeReceipts(hourlyLimits.address + 1, undefined, { bcc: "books@example.com" });
		await tables.database.updateTable("transactions").set({ email: null }).where("transaction_id", "in", ids).execute();
		const { mailer, mails } = listMailer();
		expect(await send(mailer)).toBe(hourlyLimits.address);
		now = hourOf(now) + 2 * hour;
		expect(await send(mailer)).toBe(1);
		expect(mails.every(({ to, blindCopies }) => to === undefined && blindCopies[0] === "books@example.com")).toBe(true);
		expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(ids.length);
		expect(await outbox()).toEqual([]);
	});

	test("the sandbox's mailbox adds a delayed blind copy to its mail", async () => {
		await makeReceipts(hourlyLimits.address, () => "books@example.com");
		const mailer = createMailboxMailer(tables.database, { now: () => now });
		await send(mailer);
		await makeReceipts(1, undefined, { bcc: "books@example.com" });
		await send(mailer);
		const stored = async () => (await listMail(tables.database, 1))[0]?.blind_copies;
		expect(await stored()).toEqual([]);
		now = hourOf(now) + 2 * hour;
		expect(await send(mailer)).toBe(1);
		expect(await stored()).toEqual(["books@example.com"]);
	});

	test("X-33 the limits start again with the hour", async () => {
		await makeReceipts(hourlyLimits.address, () => "ada@example.com");
		await send(listMailer().mailer);
		now = hourOf(now) + hour;
		await makeReceipts(1, () => "ada@example.com");
		expect(await send(listMailer().mailer)).toBe(1);
	});

	test("X-33 receipts beyond a merchant's limit wait for the next hour, and count there", async () => {
		await makeReceipts(3);
		const counts = {
			hour_started_at: hourOf(now),
			counted: `merchant ${merchantId}`,
			mails: hourlyLimits.merchant - 1,
		};
		await tables.database.insertInto("mail_counts").values(counts).execute();
		const { mailer } = listMailer();
		expect(await send(mailer)).toBe(1);
		const waiting = await outbox();
		expect(waiting).toMatchObject([
			{ attempts: 0, failed_at: null },
			{ attempts: 0, failed_at: null },
		]);
		for (const { next_attempt_at } of waiting) expect(next_attempt_at).toBeGreaterThanOrEqual(hourOf(now) + hour);
		now = hourOf(now) + 2 * hour;
		expect(await send(mailer)).toBe(2);
		const counted = await tables.database
			.selectFrom("mail_counts")
			.select("mails")
			.where("hour_started_at", "=", hourOf(now))
			.where("counted", "like", "merchant %")
			.execute();
		expect(counted).toEqual([{ mails: 2 }]);
	});

	test("X-33 attempts while the mail server is down do not count", async () => {
		await makeReceipts(hourlyLimits.address, () => "ada@example.com");
		await send(refuseAll(later));
		now += minute;
		expect(await send(listMailer().mailer)).toBe(hourlyLimits.address);
	});
});
