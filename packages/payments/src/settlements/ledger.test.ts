import { settlementItemKinds } from "@cardseal/vault";
import fc from "fast-check";
import { expect, test } from "vitest";
import { planLoss, planSettlement } from "./ledger.ts";

const itemOf = fc.record({
	id: fc.uuid(),
	kind: fc.constantFrom(...settlementItemKinds),
	reference: fc.constant(null),
	amountCents: fc.integer({ min: -99_999_999, max: 99_999_999 }),
	feeCents: fc.nat({ max: 99_999 }),
	happenedAt: fc.constant(0),
});

const sumOf = (entries: { cents: number }[]) => entries.reduce((sum, { cents }) => sum + cents, 0);

test("N-03 the posting of any settlement sums to zero", () => {
	fc.assert(
		fc.property(fc.array(itemOf, { minLength: 1, maxLength: 50 }), (items) => {
			const netCents = items.reduce((net, { amountCents, feeCents }) => net + amountCents - feeCents, 0);
			const entries = planSettlement({ netCents, items });
			expect(sumOf(entries)).toBe(0);
			expect(entries.every(({ cents }) => cents !== 0)).toBe(true);
		}),
	);
});

test("a settlement pays receivables, keeps fees, and withholds what is disputed", () => {
	const item = { reference: null, happenedAt: 0 };
	const items = [
		{ ...item, id: "1", kind: "payment" as const, amountCents: 10_000, feeCents: 320 },
		{ ...item, id: "2", kind: "refund" as const, amountCents: -1_000, feeCents: 0 },
		{ ...item, id: "3", kind: "dispute" as const, amountCents: -3_000, feeCents: 1_500 },
	];
	expect(planSettlement({ netCents: 4_180, items })).toEqual([
		{ account: "bank", cents: 4_180 },
		{ account: "card_receivable", cents: -9_000 },
		{ account: "fees", cents: 1_820 },
		{ account: "disputed", cents: 3_000 },
	]);
});

test("a lost dispute moves what was withheld to the losses, and a later win moves it back", () => {
	const lost = planLoss(3_000, true);
	expect(lost).toEqual([
		{ account: "disputed", cents: -3_000 },
		{ account: "dispute_losses", cents: 3_000 },
	]);
	expect(sumOf([...lost, ...planLoss(3_000, false)])).toBe(0);
});
