import { expect, test } from "vitest";
import { type Evidence, judge } from "./verdict.ts";
import type { SaleResponse } from "./writer.ts";

const approvedSale = { transaction_id: "T1", invoice_id: "sale-1", status: "APPROVED", amount_cents: 3100 };
const approval = { reference: "T1", result: "approved", amount_cents: 3100 };

function outcome(response: SaleResponse) {
	return {
		intent: {
			invoiceId: "sale-1",
			amountCents: 3100,
			cardNumber: "4242424242424242",
			way: "card_fields" as const,
			hasKey: false,
		},
		response,
	};
}

const acknowledged = outcome({ kind: "acknowledged", result: "APPROVED", transactionId: "T1" });
const approvalEvent = { event_id: "evt_1", sequence: 1, type: "transaction.approved", transaction_id: "T1" };
const arrival = { eventId: "evt_1", isGenuine: true };
const sound: Evidence = {
	outcomes: [acknowledged],
	sales: [approvedSale],
	journal: [approval],
	events: [approvalEvent],
	arrivals: [arrival],
};

/** The promises that `evidence` breaks. */
function broken(evidence: Partial<Evidence>): string[] {
	return judge({ ...sound, ...evidence })
		.filter(({ violations }) => violations.length > 0)
		.map(({ promise }) => promise);
}

test("evidence that agrees breaks no promise", () => expect(broken({})).toEqual([]));

test("a sale that an inquiry found never received agrees with a declined one", () => {
	const sales = [{ ...approvedSale, status: "DECLINED" }];
	const journal = [{ reference: "T1", result: "not_received", amount_cents: 0 }];
	const events = [{ ...approvalEvent, type: "transaction.declined" }];
	expect(broken({ outcomes: [outcome({ kind: "nothing" })], sales, journal, events })).toEqual([]);
});

test.each<[what: string, evidence: Partial<Evidence>, promise: RegExp]>([
	["is lost", { sales: [], journal: [] }, /acknowledged sale is there once/],
	["has another outcome", { sales: [{ ...approvedSale, status: "DECLINED" }] }, /acknowledged sale is there once/],
	["has another amount", { sales: [{ ...approvedSale, amount_cents: 3101 }] }, /acknowledged sale is there once/],
	["has another id", { sales: [{ ...approvedSale, transaction_id: "T2" }] }, /acknowledged sale is there once/],
	["is there twice", { sales: [approvedSale, { ...approvedSale, transaction_id: "T2" }] }, /no sale is there twice/],
	["never reached the processor", { journal: [] }, /was approved by the processor/],
	[
		"was declined by the processor",
		{ journal: [{ ...approval, result: "declined" }] },
		/was approved by the processor/,
	],
	["was approved for less", { journal: [{ ...approval, amount_cents: 1 }] }, /was approved by the processor/],
	["is PENDING for ever", { sales: [{ ...approvedSale, status: "PENDING" }] }, /every sale has an outcome/],
	["is declined though approved", { sales: [{ ...approvedSale, status: "DECLINED" }] }, /processor approved is/],
	["is in the journal twice", { journal: [approval, approval] }, /each reference once/],
])("an acknowledged sale that %s is found out", (_what, evidence, promise) => {
	expect(broken(evidence)).toContainEqual(expect.stringMatching(promise));
});

test.each<[what: string, evidence: Partial<Evidence>, promise: RegExp]>([
	["a sale that no writer made", { outcomes: [] }, /there are no other ones/],
	["a charge without a sale", { outcomes: [], sales: [] }, /processor approved is/],
	["a used token without a sale", { outcomes: [outcome({ kind: "token_used" })], sales: [] }, /token was used/],
	["an unexpected response", { outcomes: [outcome({ kind: "unexpected", answer: "500" })] }, /no other responses/],
	[
		"a sale that was made twice behind a broken connection",
		{ outcomes: [outcome({ kind: "nothing" })], sales: [approvedSale, { ...approvedSale, transaction_id: "T2" }] },
		/once or not at all/,
	],
])("%s is found out", (_what, evidence, promise) => {
	expect(broken(evidence)).toContainEqual(expect.stringMatching(promise));
});

test.each<[what: string, evidence: Partial<Evidence>, promise: RegExp]>([
	["is missing", { events: [], arrivals: [] }, /its event once/],
	[
		"is there twice",
		{ events: [approvalEvent, { ...approvalEvent, event_id: "evt_2", sequence: 2 }] },
		/its event once/,
	],
	["has another type", { events: [{ ...approvalEvent, type: "transaction.declined" }] }, /its event once/],
	["is of no sale", { events: [{ ...approvalEvent, transaction_id: "T2" }] }, /has its sale/],
	["follows a gap", { events: [{ ...approvalEvent, sequence: 2 }] }, /without a gap/],
	["does not arrive", { arrivals: [] }, /arrives/],
	["has a wrong signature", { arrivals: [{ ...arrival, isGenuine: false }] }, /right signature/],
	["arrives without being listed", { arrivals: [arrival, { ...arrival, eventId: "evt_2" }] }, /right signature/],
])("an event that %s is found out", (_what, evidence, promise) => {
	expect(broken(evidence)).toContainEqual(expect.stringMatching(promise));
});
