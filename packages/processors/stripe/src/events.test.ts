import type { ListedRequest, Outcome, ProcessorEvent, ProcessorRequest, SettlementEvent } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newCharge, newHold, newModification } from "../test-support/requests.ts";
import { type StripeSimulator, startStripe } from "../test-support/simulator.ts";
import { createStripe } from "./adapter.ts";

let stripe: StripeSimulator;
let adapter: ReturnType<typeof createStripe>;

beforeAll(async () => {
	stripe = await startStripe({ now: () => Date.now() });
	adapter = createStripe({ url: stripe.network.url, timeLimitMs: 5_000 });
});

afterAll(() => stripe.stop());

async function submit(request: ProcessorRequest): Promise<Outcome> {
	const answer = await adapter.submit(request, stripe.network.account);
	if (answer.result !== "approved") throw new Error("The request was not approved.");
	return answer;
}

async function webhook(options?: { ageSeconds?: number }): Promise<ProcessorEvent[] | undefined> {
	return adapter.readWebhook?.(stripe.newestWebhook(options), stripe.network.account);
}

/** An object that no request of ours made, as by the dashboard. */
function tell(type: string, object: object): Promise<ProcessorEvent[] | undefined> {
	stripe.books.tell(type, object, null);
	return webhook();
}

/** Reads as the gateway does. Checks the number of requests that each page took. */
async function readAll(cursor?: string): Promise<{ processorEvents: ProcessorEvent[]; cursor: string }> {
	const processorEvents: ProcessorEvent[] = [];
	for (let place = cursor; ; ) {
		const before = stripe.network.received.length;
		const page = await adapter.events?.(place, stripe.network.account);
		if (page === undefined) throw new Error("The adapter has no processor events.");
		expect(stripe.network.received.length - before).toBeLessThanOrEqual(10);
		processorEvents.push(...page.events);
		if (page.events.length === 0 && !page.hasMore) return { processorEvents, cursor: page.cursor };
		place = page.cursor;
	}
}

const newestEvent = () => [...stripe.books.events.keys()].at(-1);

describe("a webhook", () => {
	test("is refused when it is older than five minutes", async () => {
		await submit(newCharge());
		expect(await webhook({ ageSeconds: 290 })).toHaveLength(1);
		await expect(webhook({ ageSeconds: 310 })).rejects.toMatchObject({ name: "WebhookRefused" });
	});

	test("is refused by an account without a signing secret", async () => {
		const { webhook_secret: _, ...account } = stripe.network.account;
		await expect(adapter.readWebhook?.(stripe.newestWebhook(), account)).rejects.toMatchObject({
			name: "WebhookRefused",
		});
	});

	test("of another type, or of an object of another program, has no processor event", async () => {
		expect(await tell("customer.created", { id: "cus_1", object: "customer" })).toEqual([]);
		await submit(newCharge());
		const other = { ...[...stripe.books.intents.values()].at(-1), id: "pi_other", metadata: {} };
		stripe.books.intents.set(other.id, other as never);
		expect(await tell("payment_intent.succeeded", other)).toEqual([]);
	});

	test("tells a capture and a void by their own references", async () => {
		const [hold, other] = [newHold(), newHold()];
		const capture = newModification("capture", hold, await submit(hold), { amountCents: 5_00 });
		const captured = await submit(capture);
		const about = { kind: "outcome", reference: capture.reference, operation: "capture", outcome: captured };
		expect(await webhook()).toMatchObject([about]);
		const voiding = newModification("void", other, await submit(other));
		const voided = await submit(voiding);
		expect(await webhook()).toMatchObject([
			{ kind: "outcome", reference: voiding.reference, operation: "void", outcome: voided },
		]);
	});

	test("tells a refund of ours that failed", async () => {
		const sale = newCharge();
		const refund = newModification("refund", sale, await submit(sale));
		await submit(refund);
		const failed = Object.assign(stripe.books.refundOf(refund.reference) ?? {}, {
			status: "failed",
			failure_reason: "expired_or_canceled_card",
		});
		expect(await tell("refund.failed", failed)).toMatchObject([
			{ kind: "outcome", reference: refund.reference, operation: "refund", outcome: { declineCode: "expired_card" } },
		]);
	});

	test("tells a refund that was made in the dashboard, and none of a charge that is not ours", async () => {
		const hold = newHold();
		const capture = newModification("capture", hold, await submit(hold));
		const { processorTransactionId: intentId } = await submit(capture);
		const refund = { id: "re_dashboard", object: "refund", status: "succeeded", amount: 3_00, charge: "ch_1" } as const;
		const made = { ...refund, created: 1, currency: "cad", metadata: {}, payment_intent: intentId };
		stripe.books.refunds.set(made.id, made);
		expect(await tell("refund.created", made)).toMatchObject([
			{
				kind: "refund",
				processorTransactionId: "re_dashboard",
				originalReference: capture.reference,
				amountCents: 3_00,
				currency: "CAD",
				state: "succeeded",
			},
		]);
		const ids = [await tell("refund.updated", made), await tell("charge.refund.updated", made)].flat();
		expect(new Set(ids.map((processorEvent) => processorEvent?.id)).size).toBe(1);
		Object.assign(stripe.books.intents.get(intentId) ?? {}, { metadata: {} });
		expect(await tell("refund.updated", made)).toEqual([]);
	});
});

describe("the events", () => {
	test("that cannot be read do not stop the others, and are kept for the operator", async () => {
		const sale = newCharge();
		await submit(sale);
		const cursor = newestEvent();
		stripe.events.dispute(sale.reference, "open");
		const dispute = [...stripe.books.disputes.values()].at(-1);
		stripe.books.tell("charge.dispute.updated", { ...dispute, status: "astonished" }, null);
		stripe.books.tell("payment_intent.succeeded", { id: "pi_gone", metadata: { reference: "r" } }, null);
		stripe.events.dispute(sale.reference, "won");
		const { processorEvents } = await readAll(cursor);
		expect(processorEvents.map(({ kind }) => kind)).toEqual(["dispute", "unreadable", "unreadable", "dispute"]);
	});

	test("after one that Stripe keeps no more are read from the oldest", async () => {
		const sale = newCharge();
		await submit(sale);
		stripe.events.dispute(sale.reference, "open");
		const { processorEvents } = await readAll("evt_gone");
		expect(processorEvents).toContainEqual(expect.objectContaining({ kind: "dispute", reference: sale.reference }));
	});

	test("N-01 with 200 refunds in the dashboard are told once each, in pages of at most ten requests", async () => {
		const sale = newCharge({ amountCents: 200_00 });
		const { processorTransactionId: intentId } = await submit(sale);
		const cursor = newestEvent();
		const ids = Array.from({ length: 200 }, (_, index) => `re_dashboard${index}`);
		for (const id of ids) {
			const made = { id, object: "refund", status: "succeeded", amount: 1_00, charge: "ch_1", created: 1 } as const;
			stripe.books.refunds.set(id, { ...made, currency: "cad", metadata: {}, payment_intent: intentId });
			stripe.books.tell("refund.created", made, null);
		}
		const { processorEvents } = await readAll(cursor);
		expect(processorEvents.map(({ id }) => id)).toEqual(ids.map((id) => `${id}/succeeded`));
	});

	test("N-01 of a month, after a place that is gone, are read from the oldest in pages of at most ten requests", async () => {
		const other = { object: "payment_intent", metadata: {} };
		for (let count = 0; count < 1_200; count++) {
			stripe.books.tell("payment_intent.succeeded", { ...other, id: `pi_${count}` }, null);
		}
		const sale = newCharge();
		await submit(sale);
		stripe.events.dispute(sale.reference, "open");
		const { processorEvents, cursor } = await readAll("evt_gone");
		expect(processorEvents.at(-1)).toMatchObject({ kind: "dispute", reference: sale.reference });
		expect(cursor).toBe(newestEvent());
	});
});

describe("a dispute", () => {
	test("names the capture, not its authorization", async () => {
		const hold = newHold();
		const capture = newModification("capture", hold, await submit(hold));
		await submit(capture);
		stripe.events.dispute(capture.reference, "open");
		expect(await webhook()).toMatchObject([{ kind: "dispute", reference: capture.reference, reasonCode: "10.4" }]);
	});

	test("takes the same evidence again after a lost answer", async () => {
		const sale = newCharge();
		await submit(sale);
		stripe.events.dispute(sale.reference, "open");
		const [processorEvent] = (await webhook()) ?? [];
		if (processorEvent?.kind !== "dispute") throw new Error("The processor event is about no dispute.");
		const none = { productDescription: null, shippingCarrier: null, shippingTrackingNumber: null };
		const send = (explanation: string) =>
			adapter.sendEvidence?.(processorEvent.disputeId, { explanation, ...none }, stripe.network.account);
		await send("Delivered.");
		await send("Delivered.");
		await expect(send("Never mind.")).rejects.toMatchObject({ name: "DisputeRefused" });
		await expect(adapter.acceptDispute?.("du_unknown", stripe.network.account)).rejects.toMatchObject({
			name: "DisputeRefused",
		});
	});

	test("takes 20,000 characters of evidence, and tells what to do about more", async () => {
		const send = async (explanation: string) => {
			const sale = newCharge();
			await submit(sale);
			stripe.events.dispute(sale.reference, "open");
			const [processorEvent] = (await webhook()) ?? [];
			if (processorEvent?.kind !== "dispute") throw new Error("The processor event is about no dispute.");
			const none = { productDescription: null, shippingCarrier: null, shippingTrackingNumber: null };
			await adapter.sendEvidence?.(processorEvent.disputeId, { explanation, ...none }, stripe.network.account);
			return stripe.events.answers(sale.reference);
		};
		expect(await send("é".repeat(20_000))).toHaveLength(1);
		const tooLong = { name: "DisputeRefused", message: expect.stringContaining("Shorten") };
		await expect(send("é".repeat(20_001))).rejects.toMatchObject(tooLong);
		stripe.switches.longestEvidence = 10_000;
		await expect(send("é".repeat(10_001))).rejects.toMatchObject(tooLong);
		stripe.switches.longestEvidence = 150_000;
	});

	test.each([
		["warning_needs_response", "open"],
		["warning_under_review", "under_review"],
		["warning_closed", "won"],
		["prevented", "won"],
		["appeal_needs_response", "open"],
	])("with Stripe's status %s is %s", async (status, state) => {
		const sale = newCharge();
		await submit(sale);
		stripe.events.dispute(sale.reference, "open");
		const dispute = [...stripe.books.disputes.values()].at(-1);
		expect(await tell("charge.dispute.updated", { ...dispute, status })).toMatchObject([{ state }]);
	});

	test("that was lost without evidence after its due date was not accepted", async () => {
		const sale = newCharge();
		await submit(sale);
		stripe.events.dispute(sale.reference, "accepted");
		expect(await webhook()).toMatchObject([{ state: "accepted" }]);
		const dispute = [...stripe.books.disputes.values()].at(-1);
		const details = { ...dispute?.evidence_details, due_by: 1 };
		expect(await tell("charge.dispute.closed", { ...dispute, evidence_details: details })).toMatchObject([
			{ state: "lost" },
		]);
	});
});

describe("a settlement", () => {
	test("names the capture of an authorization, and adds up with Stripe's fee", async () => {
		const hold = newHold();
		const capture = newModification("capture", hold, await submit(hold), { amountCents: 5_00 });
		await submit(capture);
		stripe.events.settle([capture.reference]);
		const [settlement] = (await webhook()) ?? [];
		if (settlement?.kind !== "settlement") throw new Error("The processor event is no settlement.");
		expect(settlement.items).toMatchObject([
			{ kind: "fee", reference: null, amountCents: -100 },
			{ kind: "payment", reference: capture.reference, amountCents: 5_00, feeCents: 30 },
		]);
		expect(settlement.netCents).toBe(500 - 30 - 100);
	});

	test("N-03 of 3,000 transactions is told in parts that add up, each in a page of at most ten requests", async () => {
		const sale = newCharge();
		await submit(sale);
		const cursor = newestEvent();
		stripe.events.settle(Array(3_000).fill(sale.reference));
		const { processorEvents } = await readAll(cursor);
		const parts = processorEvents.filter(({ kind }) => kind === "settlement") as SettlementEvent[];
		const payout = [...stripe.books.payouts.values()].at(-1);
		expect(parts.map(({ settlementId }) => settlementId)).toEqual(
			["", "/2", "/3", "/4"].map((suffix) => `${payout?.id}${suffix}`),
		);
		const items = parts.flatMap((part) => part.items);
		expect(items).toHaveLength(3_001);
		expect(new Set(items.map(({ id }) => id)).size).toBe(3_001);
		for (const part of parts) {
			expect(part.items.reduce((net, item) => net + item.amountCents - item.feeCents, 0)).toBe(part.netCents);
		}
		expect(parts.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(payout?.amount);
		// A webhook tells the first part, as the list does.
		expect(await webhook()).toEqual([processorEvents.find(({ id }) => id === `${payout?.id}/paid`)]);
	});

	test("N-03 that lacks a transaction does not add up in its last part", async () => {
		const sale = newCharge();
		await submit(sale);
		const cursor = newestEvent();
		stripe.events.settle(Array(1_000).fill(sale.reference));
		const missing = [...stripe.books.balance.keys()].at(-500) ?? "";
		stripe.books.balance.delete(missing);
		const { processorEvents } = await readAll(cursor);
		const parts = processorEvents.filter(({ kind }) => kind === "settlement") as SettlementEvent[];
		const sums = parts.map(({ items }) => items.reduce((net, one) => net + one.amountCents - one.feeCents, 0));
		expect(parts.map(({ netCents }, place) => netCents - (sums[place] ?? 0))).toEqual([0, 12_34 - 30]);
	});

	test("is not told while its transactions cannot be listed, nor of a manual payout", async () => {
		const payout = { ...[...stripe.books.payouts.values()].at(-1) };
		expect(await tell("payout.paid", { ...payout, reconciliation_status: "in_progress" })).toEqual([]);
		expect(await tell("payout.paid", { ...payout, automatic: false })).toEqual([]);
		expect(await tell("payout.reconciliation_completed", payout)).toHaveLength(1);
	});
});

test("a list has captures and voids with their originals, and the masked card", async () => {
	const from = Date.now();
	const [hold, other] = [newHold(), newHold()];
	const capture = newModification("capture", hold, await submit(hold), { amountCents: 5_00 });
	const voiding = newModification("void", other, await submit(other));
	const outcomes = [await submit(capture), await submit(voiding)];
	const listed: ListedRequest[] = [];
	let cursor: string | undefined;
	do {
		const page = await adapter.listRequests?.(
			{ from: from - 60_000, to: from + 60_000 },
			cursor,
			stripe.network.account,
		);
		listed.push(...(page?.requests ?? []));
		cursor = page?.cursor;
	} while (cursor !== undefined);
	const of = (reference: string) => listed.filter((one) => one.reference === reference);
	expect(of(capture.reference)).toMatchObject([
		{ operation: "capture", amountCents: 5_00, originalReference: hold.reference, outcome: outcomes[0] },
	]);
	expect(of(voiding.reference)).toMatchObject([
		{ operation: "void", originalReference: other.reference, outcome: outcomes[1] },
	]);
	expect(of(hold.reference)).toMatchObject([
		{ operation: "authorization", card: { brand: "Visa", suffix: "1881", expiryMonth: "08", expiryYear: "30" } },
	]);
});
