import fc from "fast-check";
import { expect, test } from "vitest";
import { asBanksSpell, paymentOf, someFile } from "../../test-support/random-files.ts";
import type { AftFile, ReceivedFile } from "./file.ts";
import { readAftFile } from "./read.ts";
import { writeAftFile } from "./write.ts";

/** The soak test writes many more. */
const wantedPayments = Number(process.env.AFT_PAYMENTS ?? 4_000);
const seed = process.env.AFT_SEED === undefined ? {} : { seed: Number(process.env.AFT_SEED) };
const paymentsInFile = 80;

test(`S-25 read(write(x)) = x, for some ${wantedPayments} random payments`, { timeout: 3_600_000 }, () => {
	let tried = 0;
	const holds = fc.property(someFile(paymentsInFile), ({ profile, file }) => {
		const { routingLine, header, items, totals } = readAftFile(writeAftFile(file, profile));
		expect(header).toEqual(file.header);
		expect(items.map(paymentOf)).toEqual(file.payments.map(asBanksSpell));
		expect(totals).toEqual(totalsOf(file));
		expect(routingLine).toBe(profile.routingLine?.[file.payments[0]?.kind ?? "credit"]);
		tried += file.payments.length;
	});
	fc.assert(holds, { numRuns: Math.ceil(wantedPayments / (paymentsInFile / 2)), ...seed });
	// File sizes are drawn evenly, so their mean is about half of the maximum.
	expect(tried).toBeGreaterThan(wantedPayments / 2);
});

/** Computed independently of the writer. */
function totalsOf({ payments }: AftFile): ReceivedFile["totals"] {
	const total = (kind: string) => {
		const amounts = payments.filter((payment) => payment.kind === kind).map(({ amountCents }) => BigInt(amountCents));
		return { cents: Number(amounts.reduce((sum, amount) => sum + amount, 0n)), count: amounts.length };
	};
	const none = { cents: 0, count: 0 };
	return { debits: total("debit"), credits: total("credit"), creditCorrections: none, debitCorrections: none };
}
