import { isLaterFileCreationNumber } from "@cardseal/aft";
import { z } from "zod";
import type { Missing } from "./tables.ts";

const number = z.int().nonnegative();

/** `createdAt` is business time. */
const seenTransaction = z.object({ id: number, transactionId: z.string(), createdAt: z.number() });

/** The newest payments that a gateway has seen, and the numbers that were given until then. Times are ms since 1970. */
export const seenSchema = z.object({
	/** Real time. */
	at: z.number(),
	/** Shared with backups and replicas. */
	installationId: z.string(),
	transaction: seenTransaction.nullable(),
	eft: seenTransaction.nullable(),
	fileNumbers: z.record(z.string(), number),
	sequences: z.record(z.string(), number),
});

export type Seen = z.infer<typeof seenSchema>;

export interface Compared extends Omit<Seen, "at"> {
	hasTransaction: boolean;
	hasEft: boolean;
	justWrittenMissing: number;
}

export function newerOf(one: Seen | undefined, other: Seen | undefined): Seen | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	return one.at > other.at ? one : other;
}

export function missingIn({ transaction, eft, fileNumbers }: Seen, now: Compared): Missing | undefined {
	const lostFile = Object.entries(fileNumbers).find(([id, last]) =>
		isLaterFileCreationNumber(last, now.fileNumbers[id] ?? 0),
	);
	const missing: Missing = {
		...(!now.hasTransaction && transaction && { transaction: transaction.transactionId }),
		...(!now.hasEft && eft && { eft: eft.transactionId }),
		...(lostFile && { bankFile: lostFile.join(" ") }),
		...(now.justWrittenMissing > 0 && { justWritten: now.justWrittenMissing }),
	};
	return Object.keys(missing).length === 0 ? undefined : missing;
}
