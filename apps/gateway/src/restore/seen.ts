import { isLaterFileCreationNumber } from "@cardseal/aft";
import type { Missing } from "./tables.ts";

/** The newest payments that a gateway has seen, and the numbers that were given until then. */
export interface Seen {
	/** Real time, ms since 1970. */
	at: number;
	/** Shared with backups and replicas. */
	installationId: string;
	transaction: SeenTransaction | null;
	eft: SeenTransaction | null;
	/** The last number of each originator. */
	fileNumbers: Record<string, number>;
	/** The last number of each sequence. */
	sequences: Record<string, number>;
}

export interface SeenTransaction {
	id: number;
	transactionId: string;
	/** Business time, ms since 1970. */
	createdAt: number;
}

/** Tells which payments seen the database has. */
export interface Compared extends Omit<Seen, "at"> {
	hasTransaction: boolean;
	hasEft: boolean;
	justWrittenMissing: number;
}

export function newerOf(one: Seen | undefined, other: Seen | undefined): Seen | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	return one.at > other.at ? one : other;
}

/** Returns `undefined` if nothing is missing. */
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
