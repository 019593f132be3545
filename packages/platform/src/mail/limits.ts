import { createHash } from "node:crypto";
import type { DueMail } from "./due-mail.ts";

/**
 * Mails an hour (rule X-33), blind copies included. `sharedAddress`: from all merchants to one address. This order
 * keeps one merchant from using up the share of another.
 */
export const hourlyLimits = { address: 20, sharedAddress: 100, merchant: 20_000 } as const;

export const hour = 3_600_000;

export function hourOf(now: number): number {
	return now - (now % hour);
}

export type Counted = keyof typeof hourlyLimits;

export type Addressed = Pick<DueMail, "merchantId"> & { allowance?: DueMail["allowance"] | undefined; to: string };

const nameOf: Record<Counted, (mail: Addressed) => string> = {
	address: ({ merchantId, to }) => `address ${merchantId} ${hashOf(to)}`,
	sharedAddress: ({ to }) => `shared ${hashOf(to)}`,
	merchant: ({ merchantId }) => `merchant ${merchantId}`,
};

function countedAs(counted: Counted, mail: Addressed): string {
	return [nameOf[counted](mail), mail.allowance ?? []].flat().join(" ");
}

/** The counts outlive the mails. */
export function hashOf(address: string): string {
	return createHash("sha256").update(address.toLowerCase()).digest("base64url");
}

export function countEach(counted: Counted, mails: Addressed[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const mail of mails) {
		const name = countedAs(counted, mail);
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	return counts;
}

/** @param totals the hour's counts, these mails included */
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
