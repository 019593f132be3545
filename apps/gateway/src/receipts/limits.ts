import type { Receipt } from "./receipt.ts";

/**
 * How many receipts an hour somebody may cause (rule X-33): payers type addresses, and not always their own. An address has
 * room for a busy customer; what comes beyond is not sent at all, or the flood would only be spread out. A merchant has
 * room for its busiest hour; what comes beyond waits for the next one.
 */
export const hourlyLimits = { address: 20, merchant: 20_000 } as const;

export const hour = 3_600_000;

/** The hour that a time is in, by its start. Both in ms since 1970. */
export function hourOf(now: number): number {
	return now - (now % hour);
}

export type Counted = keyof typeof hourlyLimits;

/** Under what a receipt is counted. */
function countedAs(counted: Counted, { merchantId, email }: Receipt): string {
	return counted === "merchant" ? `merchant ${merchantId}` : `address ${(email ?? "").toLowerCase()}`;
}

/** How many of these receipts are counted under each name. Pure. */
export function countEach(counted: Counted, receipts: Receipt[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const receipt of receipts) {
		const name = countedAs(counted, receipt);
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	return counts;
}

/**
 * Parts receipts into those within their limit and those beyond. Pure.
 *
 * @param totals how many there were within the hour, these included, by the names of `countEach`
 */
export function partByLimit(
	counted: Counted,
	receipts: Receipt[],
	totals: ReadonlyMap<string, number>,
): { within: Receipt[]; beyond: Receipt[] } {
	const counts = countEach(counted, receipts);
	const room = new Map(
		[...counts].map(([name, count]) => [name, hourlyLimits[counted] - ((totals.get(name) ?? 0) - count)]),
	);
	const within: Receipt[] = [];
	const beyond: Receipt[] = [];
	for (const receipt of receipts) {
		const name = countedAs(counted, receipt);
		const left = room.get(name) ?? 0;
		room.set(name, left - 1);
		(left > 0 ? within : beyond).push(receipt);
	}
	return { within, beyond };
}
