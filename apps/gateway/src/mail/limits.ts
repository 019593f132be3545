import type { DueMail } from "./due-mail.ts";

/**
 * How many mails an hour somebody may cause (rule X-33): payers type addresses, and not always their own. An address has
 * room for a busy customer of one merchant; what comes beyond is not sent at all, or the flood would only be spread out.
 * All merchants together have more room at an address, and a merchant has room for its busiest hour; what comes beyond
 * waits for the next one, since nobody may use up for good what another merchant's customer should get. Mails with an
 * allowance are counted under the same limits, but apart.
 */
export const hourlyLimits = { address: 20, sharedAddress: 100, merchant: 20_000 } as const;

export const hour = 3_600_000;

/** The hour that a time is in, by its start. Both in ms since 1970. */
export function hourOf(now: number): number {
	return now - (now % hour);
}

export type Counted = keyof typeof hourlyLimits;

/** What is counted: a mail, or a blind copy of one. */
export type Addressed = Pick<DueMail, "merchantId" | "to" | "allowance">;

/** Under what a mail is counted. */
function countedAs(counted: Counted, { merchantId, to, allowance }: Addressed): string {
	const room = allowance === undefined ? "" : ` ${allowance}`;
	switch (counted) {
		case "address":
			return `address ${merchantId} ${to.toLowerCase()}${room}`;
		case "sharedAddress":
			return `shared ${to.toLowerCase()}${room}`;
		case "merchant":
			return `merchant ${merchantId}${room}`;
	}
}

/** How many of these mails are counted under each name. Pure. */
export function countEach(counted: Counted, mails: Addressed[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const mail of mails) {
		const name = countedAs(counted, mail);
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	return counts;
}

/**
 * Parts mails into those within their limit and those beyond. Pure.
 *
 * @param totals how many there were within the hour, these included, by the names of `countEach`
 */
export function partByLimit<Counting extends Addressed>(
	counted: Counted,
	mails: Counting[],
	totals: ReadonlyMap<string, number>,
): { within: Counting[]; beyond: Counting[] } {
	const counts = countEach(counted, mails);
	const room = new Map(
		[...counts].map(([name, count]) => [name, hourlyLimits[counted] - ((totals.get(name) ?? 0) - count)]),
	);
	const within: Counting[] = [];
	const beyond: Counting[] = [];
	for (const mail of mails) {
		const name = countedAs(counted, mail);
		const left = room.get(name) ?? 0;
		room.set(name, left - 1);
		(left > 0 ? within : beyond).push(mail);
	}
	return { within, beyond };
}
