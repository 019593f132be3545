import { type ItemKind, kinds, type TotalName, type Totals } from "./file.ts";

export const totalNames: readonly TotalName[] = ["debits", "credits", "creditCorrections", "debitCorrections"];

export function totalsOf(items: readonly { kind: ItemKind; amountCents: number }[]): Totals {
	const none = () => ({ cents: 0, count: 0 });
	const totals = { debits: none(), credits: none(), creditCorrections: none(), debitCorrections: none() };
	for (const { kind, amountCents } of items) {
		const total = totals[kinds[kind].total];
		total.cents += amountCents;
		total.count += 1;
	}
	return totals;
}
