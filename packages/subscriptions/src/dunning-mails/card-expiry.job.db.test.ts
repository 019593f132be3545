import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DunningMailWorld, day, timeZone } from "../../../../test/fixtures/subscriptions/dunning-mail-world.ts";
import type { Database } from "../../../platform/src/db/database.ts";
import { findNextExpiryTime, lockUnwatchedCards, takeExpiringCards } from "./card-expiry.store.ts";
import { expiryTimes } from "./expiry-time.ts";

let world: DunningMailWorld;

beforeAll(async () => {
	world = await DunningMailWorld.open();
});

afterAll(() => world.drop());

beforeEach(() => world.clear());

/** Counts the rows and index entries of subscriptions that this transaction has read. */
async function readOf(transaction: Database): Promise<number> {
	const { rows } = await sql<{ read: number }>`
		select sum(pg_stat_get_xact_tuples_returned(oid))::int as read from pg_class
		where relname like 'subscriptions%'`.execute(transaction);
	return rows[0]?.read ?? Number.NaN;
}

describe("a mail about an expiring card", () => {
	const august = { expiry_month: "08", expiry_year: "26" };
	const { mailAt, expiresAt } = expiryTimes(august, timeZone);

	test("is due ten days before the card expires in the merchant's time zone, and not earlier", async () => {
		await world.subscribe(await world.makeCard());
		await world.watchExpiry();
		expect(await world.nextExpiryTime()).toBe(mailAt);
		world.now = mailAt - 1;
		await world.watchExpiry();
		expect(await world.outbox()).toEqual([]);
		world.now = mailAt;
		await world.watchExpiry();
		expect(await world.outbox()).toMatchObject([{ kind: "card_expiring" }]);
		expect(await world.nextExpiryTime()).toBeUndefined();
	});

	test("names the last day, the card, and each subscription with its next payment", async () => {
		const card = await world.makeCard({ email: "ada@example.com" });
		await world.subscribe(card, { name: "Gold", next_run: Date.UTC(2026, 7, 30, 12) });
		await world.subscribe(card, { name: "Silver", amount_cents: 900, status: "PAUSED", next_run: null });
		await world.subscribe(card, { name: "Bronze", status: "CANCELED", next_run: null });
		world.now = mailAt;
		await world.watchExpiry();
		const [mail, ...others] = await world.send();
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

	test("is sent once per card, however many subscriptions charge it", async () => {
		const card = await world.makeCard();
		await world.subscribe(card);
		await world.subscribe(card);
		world.now = mailAt;
		await world.watchExpiry();
		expect(await world.send()).toHaveLength(1);
		await world.subscribe(card);
		world.now += day;
		await world.watchExpiry();
		expect(await world.send()).toEqual([]);
	});

	test("is sent even if no further payment falls due before the card expires", async () => {
		await world.subscribe(await world.makeCard(), { next_run: expiresAt + day });
		world.now = mailAt;
		await world.watchExpiry();
		expect(await world.send()).toHaveLength(1);
	});

	test("is scheduled again when the subscription gets another card", async () => {
		const [old, fresh] = [await world.makeCard(), await world.makeCard({ expiry: "08/30" })];
		const id = await world.subscribe(old);
		await world.watchExpiry();
		await world.database
			.updateTable("subscriptions")
			.set({ card_lookup_id: fresh.lookup_id })
			.where("id", "=", id)
			.execute();
		world.now = mailAt;
		await world.watchExpiry();
		expect(await world.send()).toEqual([]);
		expect(await world.nextExpiryTime()).toBe(expiryTimes({ ...august, expiry_year: "30" }, timeZone).mailAt);
	});

	test.each(["CANCELED", "CANCELLED", "EXPIRED"] as const)(
		"is not sent for a subscription that is %s",
		async (status) => {
			await world.subscribe(await world.makeCard(), { status, next_run: null });
			world.now = mailAt;
			await world.watchExpiry();
			expect(await world.outbox()).toEqual([]);
			expect(await world.nextExpiryTime()).toBeUndefined();
		},
	);

	test("is not sent if the subscription is cancelled first", async () => {
		const id = await world.subscribe(await world.makeCard());
		world.now = mailAt;
		await world.watchExpiry();
		await world.database.updateTable("subscriptions").set({ status: "CANCELED" }).where("id", "=", id).execute();
		expect(await world.send()).toEqual([]);
		expect(await world.outbox()).toEqual([]);
	});

	test("is sent at once for a subscription that starts or resumes within the ten days", async () => {
		const rested = await world.subscribe(await world.makeCard(), { status: "CANCELED", next_run: null });
		world.now = mailAt + 3 * day;
		await world.subscribe(await world.makeCard());
		await world.watchExpiry();
		expect(await world.send()).toHaveLength(1);
		await world.database.updateTable("subscriptions").set({ status: "ACTIVE" }).where("id", "=", rested).execute();
		await world.watchExpiry();
		expect(await world.send()).toHaveLength(1);
	});

	test("is not sent if the clock moved past the expiry, and other mails are", async () => {
		await world.subscribe(await world.makeCard());
		await world.watchExpiry();
		await world.subscribe(await world.makeCard({ expiry: "09/26" }));
		await world.subscribe(await world.makeCard({ expiry: "06/26" }));
		world.now = expiryTimes({ ...august, expiry_month: "09" }, timeZone).mailAt;
		await world.watchExpiry();
		expect((await world.send()).map(({ text }) => /Valid until: (.*)/.exec(text)?.[1])).toEqual(["September 30, 2026"]);
		expect(await world.nextExpiryTime()).toBeUndefined();
	});

	test("waits for the new expiry date of a card that got a later one", async () => {
		const card = await world.makeCard();
		await world.subscribe(card);
		await world.watchExpiry();
		const later = { expiry_month: "08", expiry_year: "30" };
		await world.database.updateTable("cards").set(later).where("lookup_id", "=", card.lookup_id).execute();
		world.now = mailAt;
		await world.watchExpiry();
		await world.watchExpiry();
		expect(await world.outbox()).toEqual([]);
		expect(await world.nextExpiryTime()).toBe(expiryTimes(later, timeZone).mailAt);
	});

	test("is not scheduled or sent for a deleted card", async () => {
		const card = await world.makeCard();
		const id = await world.subscribe(card);
		await world.watchExpiry();
		await world.database.deleteFrom("cards").where("lookup_id", "=", card.lookup_id).execute();
		await world.subscribe({ ...card, lookup_id: "gone" });
		world.now = mailAt;
		await world.watchExpiry();
		expect(await world.outbox()).toEqual([]);
		expect(await world.nextExpiryTime()).toBeUndefined();
		const watch = world.database.selectFrom("subscriptions").select("expiry_notice_at").where("id", "=", id);
		expect(await watch.execute()).toEqual([{ expiry_notice_at: null }]);
	});

	test("is sent once per card by several gateways at once, in batches", async () => {
		const cards = await Promise.all(Array.from({ length: 300 }, () => world.makeCard()));
		for (const card of cards) await Promise.all([world.subscribe(card), world.subscribe(card)]);
		world.now = mailAt;
		await Promise.all([world.watchExpiry(), world.watchExpiry(), world.watchExpiry()]);
		const references = (await world.outbox()).map(({ reference }) => reference);
		expect(references.sort()).toEqual(cards.map(({ lookup_id }) => `${lookup_id}.2608`).sort());
	});

	test("reads only the subscriptions that need work, however many there are", async () => {
		for (let made = 0; made < 20; made++) await world.subscribe(await world.makeCard({ expiry: "08/30" }));
		await world.watchExpiry();
		const database: Database = world.database;
		// The rows read must not depend on whether autovacuum has run.
		await sql`vacuum analyze subscriptions, cards, merchants`.execute(database);
		const read = await database.transaction().execute(async (transaction) => {
			const before = await readOf(transaction);
			await findNextExpiryTime(transaction);
			await lockUnwatchedCards(transaction, 100);
			await takeExpiringCards(transaction, { now: world.now, limit: 100 });
			return (await readOf(transaction)) - before;
		});
		expect(read).toBeLessThan(10);
	});
});
