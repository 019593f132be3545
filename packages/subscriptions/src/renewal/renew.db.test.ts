import type { ProcessorRequest } from "@cardseal/vault";
import { beforeEach, describe, expect, test } from "vitest";
import {
	afterClaims,
	type Death,
	type RenewalWorld,
	renewalWorld,
} from "../../../../test/fixtures/subscriptions/renewal-world.ts";
import { Problem } from "../../../platform/src/problem.ts";
import { unaskedRetryMinutes } from "../lifecycle.ts";

const start = Date.UTC(2026, 0, 31, 12);
const day = 24 * 3_600_000;
const nothing = { charged: 0, failed: 0 };

const theWorld = renewalWorld(start);
let world: RenewalWorld;

beforeEach(() => {
	world = theWorld();
});

describe("a period that falls due", () => {
	test("S-05 is charged once, and the next one when that falls due", async () => {
		const id = await world.subscribe();
		const runner = world.runner();
		expect(await runner.nextAt()).toBe(start);
		expect(await runner.run()).toEqual({ ...nothing, charged: 1 });
		expect(await runner.run()).toEqual(nothing);
		expect(await runner.nextAt()).toBe(Date.UTC(2026, 1, 28, 12));
		world.goTo(await world.subscription(id), 1);
		expect(await runner.run()).toEqual({ ...nothing, charged: 1 });
		expect(await world.story(id)).toEqual(["0.1 APPROVED", "1.1 APPROVED"]);
		expect(runner.logLines).toEqual([]);
	});

	test("S-18 is charged as a recurring payment without a user, on the subscription's terms", async () => {
		const id = await world.subscribe({
			amount_cents: 3_550,
			email: "grace@example.com",
			bcc_emails: "books@example.com",
			send_receipt: false,
		});
		const requests: ProcessorRequest[] = [];
		await world.runner({ faultOf: (request) => void requests.push(request) }).run();
		expect(requests).toMatchObject([
			{
				operation: "sale",
				initiatedBy: "merchant",
				commerce: "recurring",
				storedCredential: { use: "later", purpose: "recurring", networkTransactionId: null },
				payer: { email: "grace@example.com", firstName: "Ada" },
			},
		]);
		const subscription = await world.subscription(id);
		const [charge] = await world.charges(id);
		expect(charge).toMatchObject({
			type: "sale",
			channel: "RECURRING",
			user_id: null,
			amount_cents: 3_550,
			currency: "CAD",
			card_lookup_id: subscription.card_lookup_id,
			subscription_lookup_id: subscription.lookup_id,
			email: "grace@example.com",
			bcc_emails: "books@example.com",
			first_name: "Ada",
			invoice_id: null,
			sending_receipt: false,
			is_protected: false,
			created_at: start,
		});
	});

	test("S-18 names the network's id of the card's first charge from the second charge on", async () => {
		const id = await world.subscribe();
		const requests: ProcessorRequest[] = [];
		const runner = world.runner({ faultOf: (request) => void requests.push(request) });
		await runner.run();
		const [first] = await world.charges(id);
		world.goTo(await world.subscription(id), 1);
		await runner.run();
		expect(first?.network_transaction_id).toMatch(/^[0-9]{15}$/);
		expect(requests.at(-1)).toMatchObject({
			storedCredential: { networkTransactionId: first?.network_transaction_id },
		});
	});

	test("S-20 has a receipt if the plan says so, sent to the customer by default", async () => {
		const [silent, told] = [await world.subscribe({ send_receipt: false }), await world.subscribe()];
		await world.runner().run();
		const [charge] = await world.charges(told);
		expect(charge?.email).toBe("ada@example.com");
		expect(await world.queuedMails()).toEqual([`receipt ${charge?.transaction_id}`]);
		expect(await world.charges(silent)).toHaveLength(1);
	});

	test("P-36 records the reading of the card in the audit log, by the gateway", async () => {
		const id = await world.subscribe();
		await world.runner().run();
		const [charge] = await world.charges(id);
		const events = await world.database
			.selectFrom("audit_inbox")
			.select(["actor_kind", "actor_id", "object", "merchant_id"])
			.where("type", "=", "card.read")
			.where("details", "@>", JSON.stringify({ transaction: charge?.transaction_id }) as never)
			.execute();
		const card = charge?.card_lookup_id;
		expect(events).toEqual([
			{ actor_kind: "system", actor_id: "gateway", object: card, merchant_id: world.merchantId },
		]);
	});

	test("S-07 is charged with all others missed in an outage, oldest first, in one run", async () => {
		const id = await world.subscribe({ frequency: "DAILY" });
		world.clocks.business.set(start + 4 * day);
		expect(await world.runner().run()).toEqual({ ...nothing, charged: 5 });
		expect(await world.story(id)).toEqual([0, 1, 2, 3, 4].map((period) => `${period}.1 APPROVED`));
		expect((await world.subscription(id)).next_run).toBe(start + 5 * day);
	});

	test("S-08 is not charged again when the clock steps back", async () => {
		const id = await world.subscribe({ frequency: "DAILY" });
		const runner = world.runner();
		for (const days of [0, 1, 2, -30, 1, 0, 2]) {
			world.clocks.business.set(start + days * day);
			await runner.run();
		}
		expect(await world.story(id)).toEqual(["0.1 APPROVED", "1.1 APPROVED", "2.1 APPROVED"]);
	});

	test("S-08 is not charged again when a retry succeeds after the clock stepped back", async () => {
		const id = await world.subscribe({ frequency: "DAILY", behaviour: "soft" });
		const runner = world.runner();
		const { cardLookupId } = await world.storeCard("good", (await world.subscription(id)).customer_id);
		await runner.run();
		await runner.change(id, { card_lookup_id: cardLookupId, status: "PAUSED" });
		world.clocks.business.set(start - 10 * day);
		await runner.change(id, { status: "ACTIVE" });
		await runner.run();
		world.clocks.business.set(start + day);
		await runner.run();
		expect(await world.story(id)).toEqual(["0.1 DECLINED", "1.1 APPROVED"]);
	});

	test("S-14 is the last one after the agreed number of payments: EXPIRED and no longer counted", async () => {
		const id = await world.subscribe({ frequency: "DAILY", number_of_payments: 3 });
		world.clocks.business.set(start + 9 * day);
		expect(await world.runner().run()).toEqual({ ...nothing, charged: 3 });
		expect(await world.subscription(id)).toMatchObject({ status: "EXPIRED", next_run: null, completed_cycles: 3 });
		expect(await world.planCounts(id)).toEqual({ total: 1, current: 0 });
		expect(await world.runner().nextAt()).toBeUndefined();
	});

	test("S-11 S-12 is not charged once the subscription was paused or cancelled", async () => {
		const runner = world.runner();
		const ids = await Promise.all(Array.from({ length: 3 }, () => world.subscribe({ frequency: "DAILY" })));
		for (const [index, status] of (["PAUSED", "CANCELED", "CANCELLED"] as const).entries()) {
			await runner.change(ids[index] ?? 0, { status });
		}
		world.clocks.business.set(start + 3 * day);
		expect(await runner.run()).toEqual(nothing);
		for (const id of ids) await runner.change(id, { status: "ACTIVE" });
		expect(await runner.run()).toEqual(nothing);
		world.clocks.business.set(start + 4 * day);
		expect(await runner.run()).toEqual({ ...nothing, charged: 3 });
		for (const id of ids) expect(await world.story(id)).toEqual(["4.1 APPROVED"]);
	});
});

describe("two gateways at once", () => {
	test("S-05 S-06 charge each of 500 periods once", async () => {
		const ids = await Promise.all(Array.from({ length: 100 }, () => world.subscribe({ frequency: "DAILY" })));
		world.clocks.business.set(start + 4 * day);
		const done = await Promise.all([world.runner().run(), world.runner().run()]);
		expect(done.reduce((sum, { charged }) => sum + charged, 0)).toBe(500);
		for (const id of ids) expect(await world.moneyTaken(id)).toBe(5);
	});

	test("S-06 skip a subscription claimed by the other one until the claim expires", async () => {
		const id = await world.subscribe();
		const slow = world.runner({ diesWhen: "claimed" });
		void slow.run();
		await slow.died;
		expect(await world.runner().run()).toEqual(nothing);
		world.clocks.real.advance(afterClaims);
		expect(await world.runner().run()).toEqual({ ...nothing, charged: 1 });
		expect(await world.moneyTaken(id)).toBe(1);
	});
});

describe("a gateway that crashes", () => {
	const deaths: { when: Death; story: string[]; done: typeof nothing }[] = [
		{ when: "claimed", story: ["0.1 APPROVED"], done: { ...nothing, charged: 1 } },
		// After the inquiry the processor rejects this reference, so a second attempt replaces it.
		{ when: "opened", story: ["0.1 DECLINED", "0.2 APPROVED"], done: { ...nothing, charged: 1 } },
		{ when: "taken", story: ["0.1 APPROVED"], done: { ...nothing, charged: 1 } },
		{ when: "recorded", story: ["0.1 APPROVED"], done: { ...nothing, charged: 1 } },
	];

	test.each(deaths)("S-05 crash once $when: no second charge (killbill#508)", async ({ when, story, done }) => {
		const id = await world.subscribe();
		const dead = world.runner({ diesWhen: when });
		void dead.run();
		await dead.died;
		const other = world.runner();
		expect(await other.run()).toEqual(nothing);
		world.clocks.real.advance(2 * day);
		await other.recover();
		const first = await other.run();
		// The pause before a second attempt.
		world.clocks.business.advance(60_000);
		const second = await other.run();
		expect({ charged: first.charged + second.charged, failed: first.failed + second.failed }).toEqual(done);
		expect(await world.story(id)).toEqual(story);
		expect(await world.moneyTaken(id)).toBe(1);
		expect((await world.queuedMails()).filter((mail) => !mail.startsWith("receipt"))).toEqual([]);
		world.goTo(await world.subscription(id), 1);
		await other.run();
		expect(await world.moneyTaken(id)).toBe(2);
	});

	test("S-05 S-09 repeatedly before it calls the processor costs no retry, up to a limit", async () => {
		const id = await world.subscribe();
		const due = { status: "ACTIVE", failed_attempts: 0, open_period: null, next_period: 0 } as const;
		const dieAndRecover = async () => {
			const dead = world.runner({ diesWhen: "opened" });
			void dead.run();
			await dead.died;
			world.clocks.real.advance(2 * day);
			await world.runner().recover();
		};
		for (const minutes of unaskedRetryMinutes) {
			await dieAndRecover();
			expect(await world.runner().run()).toEqual(nothing);
			const retriedAt = world.clocks.business.now() + minutes * 60_000;
			expect(await world.subscription(id)).toMatchObject({ ...due, next_run: retriedAt });
			world.clocks.business.set(retriedAt);
		}
		await dieAndRecover();
		expect(await world.runner().run()).toEqual({ ...nothing, failed: 1 });
		expect(await world.subscription(id)).toMatchObject({ status: "RETRY", next_run: start + day, failed_attempts: 1 });
		expect(await world.queuedMails()).toEqual([]);
		expect(await world.moneyTaken(id)).toBe(0);
		world.clocks.business.set(start + day);
		expect(await world.runner().run()).toEqual({ ...nothing, charged: 1 });
	});

	test("S-13 during a cancel: the payment counts, and no other follows", async () => {
		const id = await world.subscribe();
		const dead = world.runner({ diesWhen: "taken" });
		void dead.run();
		await dead.died;
		const other = world.runner();
		const cancelled = other.change(id, { status: "CANCELED" });
		await expect.poll(async () => (await world.subscription(id)).status).toBe("CANCELED");
		world.clocks.real.advance(2 * day);
		await other.recover();
		expect(await other.run()).toEqual({ ...nothing, charged: 1 });
		await cancelled;
		expect(await world.subscription(id)).toMatchObject({
			status: "CANCELED",
			next_run: null,
			completed_cycles: 1,
			charging_transaction_id: null,
		});
	});
});

describe("a processor that does not answer", () => {
	const processorTimeoutMs = 1_500;

	test("killbill#1015 holds back every new payment of the subscription until the outcome is known", async () => {
		const id = await world.subscribe({ frequency: "DAILY", behaviour: "answerLost" });
		const runner = world.runner({ processorTimeoutMs });
		expect(await runner.run()).toEqual(nothing);
		world.clocks.business.set(start + day);
		world.clocks.real.advance(afterClaims);
		expect(await runner.run()).toEqual(nothing);
		expect(await runner.nextAt()).toBe(start);
		expect(await world.story(id)).toEqual(["0.1 PENDING"]);
		await runner.recover();
		world.clocks.real.advance(afterClaims);
		expect(await runner.run()).toMatchObject({ charged: 1 });
		expect(await world.story(id)).toEqual(["0.1 APPROVED", "1.1 PENDING"]);
	});

	test("does not delay other subscriptions", async () => {
		const silent = await world.subscribe({ behaviour: "neverReceived" });
		const others = [await world.subscribe(), await world.subscribe()];
		expect(await world.runner({ processorTimeoutMs }).run()).toEqual({ ...nothing, charged: 2 });
		expect(await world.story(silent)).toEqual(["0.1 PENDING"]);
		for (const id of others) expect(await world.story(id)).toEqual(["0.1 APPROVED"]);
	});
});

describe("a subscription that cannot be renewed", () => {
	test("X-52 is retried after growing pauses, and all others are charged", async () => {
		const [broken, good] = [await world.subscribe(), await world.subscribe()];
		const { card_lookup_id: card } = await world.subscription(broken);
		const runner = world.runner({
			change: (payments) => ({
				...payments,
				vault: {
					...payments.vault,
					async findStoredCard(wanted) {
						if (wanted.cardId === card) throw new Error("This card cannot be read.");
						return payments.vault.findStoredCard(wanted);
					},
				},
			}),
		});
		expect(await runner.run()).toEqual({ ...nothing, charged: 1 });
		expect(await world.story(good)).toEqual(["0.1 APPROVED"]);
		const pauses = [];
		for (let failures = 1; failures <= 13; failures++) {
			const { claimed_until, renewal_failures } = await world.subscription(broken);
			expect(renewal_failures).toBe(failures);
			// A move of the sandbox clock does not wait for it.
			expect(await runner.nextAt()).toBe(Date.UTC(2026, 1, 28, 12));
			pauses.push((claimed_until - world.clocks.real.now()) / 1000);
			world.clocks.real.set(claimed_until);
			await runner.run();
		}
		expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600]);
		expect(await world.story(broken)).toEqual([]);
		expect(runner.logLines[0]).toContain(`"subscription_id":${broken}`);
		await world.runner().run();
		world.clocks.real.advance(3_600_000);
		expect(await world.runner().run()).toEqual({ ...nothing, charged: 1 });
		expect(await world.subscription(broken)).toMatchObject({ renewal_failures: 0, claimed_until: 0 });
	});

	test("waits while its merchant has no processor, counts no attempt, and is charged once there is one", async () => {
		const id = await world.subscribe();
		let isConnected = false;
		const runner = world.runner({
			change: (payments) => ({
				...payments,
				async processorFor(merchant, currency) {
					if (isConnected) return payments.processorFor(merchant, currency);
					throw new Problem("no_processor", "There is none.");
				},
			}),
		});
		for (let turn = 0; turn < 3; turn++) {
			expect(await runner.run()).toEqual(nothing);
			await runner.renewNow(id);
			world.clocks.real.advance(300_000);
			world.clocks.business.advance(day);
		}
		expect(await world.story(id)).toEqual([]);
		expect(await world.subscription(id)).toMatchObject({ status: "ACTIVE", failed_attempts: 0, next_run: start });
		expect(runner.logLines.filter((line) => line.includes("has no processor"))).toHaveLength(1);
		isConnected = true;
		expect(await runner.run()).toEqual({ ...nothing, charged: 1 });
		expect(await world.story(id)).toEqual(["0.1 APPROVED"]);
		expect(await world.subscription(id)).toMatchObject({ renewal_failures: 0, claimed_until: 0 });
	});

	test("X-52 does not delay its batch when its dates cannot be computed", async () => {
		const broken = await world.subscribe({ time_zone: "Nowhere/Land" });
		const cannotBeRecorded = await world.subscribe();
		const good = await world.subscribe();
		const runner = world.runner({
			// While its charge is in flight, so that recording the outcome fails.
			change: (payments) => ({
				...payments,
				writer: {
					...payments.writer,
					async writeOutcome(decided) {
						const isFirst = await payments.writer.writeOutcome(decided);
						await world.database
							.updateTable("subscriptions")
							.set({ time_zone: "Nowhere/Land" })
							.where("id", "=", cannotBeRecorded)
							.execute();
						return isFirst;
					},
				},
			}),
		});
		expect(await runner.run()).toEqual({ ...nothing, charged: 1 });
		expect(await world.story(good)).toEqual(["0.1 APPROVED"]);
		expect(await world.story(cannotBeRecorded)).toEqual(["0.1 APPROVED"]);
		for (const id of [broken, cannotBeRecorded]) expect((await world.subscription(id)).renewal_failures).toBe(1);
	});
});

describe("a payer at a page", () => {
	test("pays as in a renewal where the processor cannot authenticate", async () => {
		const id = await world.subscribe();
		const claimedUntil = world.clocks.real.now();
		const payer = { browser: null, clientAddress: "203.0.113.7", returnUrl: "https://pay.example/pay/card/x" };
		await world.runner().renewNow(id, { ...payer, claimedUntil });
		expect(await world.charges(id)).toMatchObject([
			{ status: "APPROVED", initiated_by: "merchant", purpose: "recurring", channel: "RECURRING" },
		]);
	});
});

describe("a gateway that stops", () => {
	test("finishes renewals in flight and starts no more", async () => {
		await Promise.all([world.subscribe(), world.subscribe()]);
		const runner = world.runner();
		runner.stop();
		expect(await runner.run()).toEqual(nothing);
	});
});
