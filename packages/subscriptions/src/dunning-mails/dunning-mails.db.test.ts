import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import {
	DunningMailWorld,
	inRetry,
	startedAt,
	suspended,
	timeZone,
} from "../../../../test/fixtures/subscriptions/dunning-mail-world.ts";
import type { Database } from "../../../platform/src/db/database.ts";
import { newLookupId } from "../../../platform/src/ids.ts";
import { hourlyLimits } from "../../../platform/src/mail/limits.ts";
import { expiryTimes } from "./expiry-time.ts";
import { queueDunningMails } from "./reference.ts";

let world: DunningMailWorld;

beforeAll(async () => {
	world = await DunningMailWorld.open();
});

afterAll(() => world.drop());

beforeEach(() => world.clear());

describe("a dunning mail about a failed payment", () => {
	test("names the amount, plan, description, card and day of the next attempt, and is sent once", async () => {
		const card = await world.makeCard({ email: "ada@example.com" });
		const id = await world.subscribe(card, { ...inRetry, description: "Team of five" });
		await world.queue("payment_failed", id);
		const [mail, ...others] = await world.send();
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
		expect(await world.outbox()).toEqual([]);
	});

	test("names the charged card, even if the subscription has another card now", async () => {
		const card = await world.makeCard();
		const id = await world.subscribe(card, inRetry);
		const transaction_id = newLookupId();
		const charge = { transaction_id, merchant_id: world.merchantId, card_type: "Amex", card_suffix: "7729" };
		const declined = { status: "DECLINED", decided_at: startedAt, user_id: null } as const;
		await world.database
			.insertInto("transactions")
			.values({ ...newTransaction(charge), ...declined })
			.execute();
		await world.database
			.insertInto("renewal_attempts")
			.values({
				subscription_id: id,
				period: 0,
				attempt: 1,
				transaction_id,
				attempted_at: startedAt,
			})
			.execute();
		await world.queue("payment_failed", id);
		const [mail] = await world.send();
		expect(mail?.text).toContain("Amex •••• 7729");
		expect(mail?.text).not.toContain("8431");
	});

	test("goes to the address of the subscription, without blind copies", async () => {
		const card = await world.makeCard({ email: "ada@example.com" });
		const changes = { email: "billing@example.com", bcc_emails: "books@example.com" };
		await world.queue("payment_failed", await world.subscribe(card, { ...inRetry, ...changes }));
		expect(await world.send()).toMatchObject([{ to: "billing@example.com", blindCopies: [] }]);
	});

	test.each([
		["was paid since", { status: "ACTIVE", open_period: null, failed_attempts: 0 }],
		["failed once more since, of which there is another dunning mail", { failed_attempts: 2 }],
		["belongs to a subscription that was suspended since", suspended],
		["belongs to a subscription that was cancelled since", { status: "CANCELLED", open_period: null, next_run: null }],
		["is of another period than the one that is open now", { open_period: 1, next_period: 2 }],
	] as const)("is not sent when the payment %s", async (_case, changes) => {
		const id = await world.subscribe(await world.makeCard(), inRetry);
		await world.queue("payment_failed", id);
		await world.database.updateTable("subscriptions").set(changes).where("id", "=", id).execute();
		expect(await world.send()).toEqual([]);
		expect(await world.outbox()).toEqual([]);
	});

	test("is sent for each failed attempt, each with its own Message-ID", async () => {
		const id = await world.subscribe(await world.makeCard(), inRetry);
		await world.queue("payment_failed", id);
		const [first] = await world.send();
		await world.database.updateTable("subscriptions").set({ failed_attempts: 2 }).where("id", "=", id).execute();
		await world.queue("payment_failed", id, 2);
		const [second] = await world.send();
		expect(second?.messageId).toMatch(/^payment-failed\.[0-9A-Za-z]{20}\.0\.2@pay\.example$/);
		expect(second?.messageId).not.toBe(first?.messageId);
	});

	test("asks for a reply if the merchant reads replies", async () => {
		const id = await world.subscribe(await world.makeCard(), inRetry);
		await world.queue("payment_failed", id);
		expect((await world.send())[0]?.text).toContain("Questions? Contact Maple & Main.");
		await world.setMerchant({ receipt_reply_to: "care@maple.example" });
		await world.queue("payment_failed", id);
		const [mail] = await world.send();
		expect(mail).toMatchObject({ replyTo: "care@maple.example" });
		expect(mail?.text).toContain("Questions? Reply to this email.");
	});
});

describe("a dunning mail about a suspended subscription", () => {
	test.each([
		["declined", "Your card was declined and will not be tried again."],
		["retries_used", "Every attempt to charge your card was declined. It will not be tried again."],
	] as const)("says why, and that nothing more is charged: %s", async (suspended_reason, reason) => {
		const id = await world.subscribe(await world.makeCard(), { ...suspended, suspended_reason });
		await world.queue("subscription_suspended", id);
		const [mail] = await world.send();
		expect(mail?.subject).toBe("Your subscription at Maple & Main is suspended");
		for (const part of [reason, "No further payment is charged", "Not paid: $31.00 CAD", "Card: Visa •••• 8431"]) {
			expect(mail?.text).toContain(part);
		}
	});

	test("names the reason and no card if the card was deleted", async () => {
		const card = await world.makeCard();
		const id = await world.subscribe(card, { ...suspended, suspended_reason: "card_deleted", failed_attempts: 0 });
		await world.database.deleteFrom("cards").where("lookup_id", "=", card.lookup_id).execute();
		await world.queue("subscription_suspended", id);
		const [mail] = await world.send();
		expect(mail?.text).toContain("The card for this subscription is no longer on file.");
		expect(mail?.text).not.toContain("••••");
	});

	test("is not sent if the subscription was resumed", async () => {
		const id = await world.subscribe(await world.makeCard(), suspended);
		await world.queue("subscription_suspended", id);
		const resumed = { status: "ACTIVE", open_period: null, suspended_reason: null } as const;
		await world.database.updateTable("subscriptions").set(resumed).where("id", "=", id).execute();
		expect(await world.send()).toEqual([]);
		expect(await world.outbox()).toEqual([]);
	});
});

describe("queued dunning mails", () => {
	test("are committed or rolled back with the change, many in one statement", async () => {
		const card = await world.makeCard();
		const ids = await Promise.all(Array.from({ length: 200 }, () => world.subscribe(card, inRetry)));
		const mails = ids.map(
			(subscriptionId) => ({ kind: "payment_failed", subscriptionId, period: 0, attempt: 1 }) as const,
		);
		const database: Database = world.database;
		const lost = database.transaction().execute(async (transaction) => {
			await queueDunningMails(transaction, mails);
			throw new Error("the change failed");
		});
		await expect(lost).rejects.toThrow("the change failed");
		expect(await world.outbox()).toEqual([]);
		await database.transaction().execute((transaction) => queueDunningMails(transaction, mails));
		await queueDunningMails(world.database, mails);
		await queueDunningMails(world.database, []);
		expect(await world.outbox()).toHaveLength(200);
	});

	test("P-08 leave no address and no part of a card in their rows or the log", async () => {
		await world.queue("payment_failed", await world.subscribe(await world.makeCard({ expiry: "08/30" }), inRetry));
		await world.queue(
			"subscription_suspended",
			await world.subscribe(await world.makeCard({ expiry: "08/30" }), suspended),
		);
		await world.subscribe(await world.makeCard());
		world.now = expiryTimes({ expiry_month: "08", expiry_year: "26" }, timeZone).mailAt;
		await world.watchExpiry();
		const rows = await world.outbox();
		expect(rows).toHaveLength(3);
		expect(JSON.stringify(rows)).not.toMatch(/@|8431|4111|Visa/);
		await world.send();
		expect(world.logLines.join("")).not.toMatch(/@example/);
	});

	test("X-33 count with receipts: twenty mails an hour to one address", async () => {
		const card = await world.makeCard({ email: "victim@example.com" });
		const ids = await Promise.all(Array.from({ length: 25 }, () => world.subscribe(card, inRetry)));
		for (const id of ids) await world.queue("payment_failed", id);
		expect(await world.send()).toHaveLength(hourlyLimits.address);
		const left = await world.outbox();
		expect(left).toHaveLength(5);
		expect(left.every(({ problem }) => problem === "too many mails to this address within an hour")).toBe(true);
	});

	test.each([
		["sends_payment_failed_notices", "payment_failed"],
		["sends_suspended_notices", "subscription_suspended"],
		["sends_card_expiring_notices", "card_expiring"],
	] as const)("are dropped where the merchant turned them off, and only those: %s", async (setting, kind) => {
		await world.queue(
			"payment_failed",
			await world.subscribe(await world.makeCard({ email: "payment_failed@example.com" }), inRetry),
		);
		const stopped = await world.makeCard({ email: "subscription_suspended@example.com" });
		await world.queue("subscription_suspended", await world.subscribe(stopped, suspended));
		await world.subscribe(await world.makeCard({ expiry: "07/26", email: "card_expiring@example.com" }));
		world.now = expiryTimes({ expiry_month: "07", expiry_year: "26" }, timeZone).mailAt;
		await world.watchExpiry();
		await world.setMerchant({ [setting]: false });
		const told = (await world.send()).map(({ to }) => to?.replace("@example.com", ""));
		const all = ["payment_failed", "subscription_suspended", "card_expiring"];
		expect(told.sort()).toEqual(all.filter((one) => one !== kind).sort());
		await world.setMerchant({ [setting]: true });
		expect(await world.send()).toEqual([]);
	});
});
