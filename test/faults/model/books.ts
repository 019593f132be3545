import type { Fault } from "./world.ts";

// The expected state in plain arrays: no database, no locks, no statements.

export type EntryType = "sale" | "authorization" | "capture" | "refund" | "void";

/** A transaction as its merchant should see it. */
export interface Entry {
	key: string;
	request: { path: string; body: unknown };
	transactionId: string;
	type: EntryType;
	cents: number;
	original: Entry | undefined;
	/** Business time, ms since 1970. */
	madeAt: number;
	state: "approved" | "declined" | "unknown";
	/** The outcome that recovery will find while the state is unknown. */
	truth: "approved" | "declined";
	/** `false` if a process may have crashed before the effects of the outcome. */
	isDone: boolean;
}

const day = 86_400_000;

/** All transactions of a run. */
export class Books {
	readonly entries: Entry[] = [];

	/** The cents of a transaction that were refunded, or may have been. */
	refundedOf(entry: Entry, states: Entry["state"][]): number {
		const refunds = this.#following(entry, "refund").filter(({ state }) => states.includes(state));
		return refunds.reduce((sum, { cents }) => sum + cents, 0);
	}

	has(entry: Entry, type: "capture" | "void", states: Entry["state"][] = ["approved", "unknown"]): boolean {
		return this.#following(entry, type).some(({ state }) => states.includes(state));
	}

	/** Tells whether a capture, refund or void is allowed. */
	allows(type: EntryType, original: Entry, cents: number, now: number): boolean {
		if (original.state !== "approved" || this.has(original, "void")) return false;
		const isHold = original.type === "authorization";
		const isMoney = original.type === "sale" || original.type === "capture";
		switch (type) {
			case "capture":
				return isHold && !this.has(original, "capture") && cents <= original.cents;
			case "refund":
				return isMoney && this.refundedOf(original, ["approved", "unknown"]) + cents <= original.cents;
			case "void":
				if (isHold) return !this.has(original, "capture");
				return isMoney && this.refundedOf(original, ["approved", "unknown"]) === 0 && now < endOfDay(original.madeAt);
			default:
				return false;
		}
	}

	/** The record's fields that change over time. */
	recordOf(entry: Entry): Record<string, unknown> {
		return {
			transaction_id: entry.transactionId,
			transaction_type: entry.type,
			transaction_result: { approved: "APPROVED", declined: "DECLINED", unknown: "PENDING" }[entry.state],
			transaction_success: entry.state === "approved",
			amount: entry.cents / 100,
			amount_refunded: this.refundedOf(entry, ["approved"]) / 100,
			captured:
				(entry.state === "approved" && ["sale", "capture"].includes(entry.type)) ||
				this.has(entry, "capture", ["approved"]),
			voided: this.has(entry, "void"),
			original_transaction_id: entry.original?.transactionId ?? null,
		};
	}

	/** Applies recovery: every unknown outcome becomes known. */
	recover(): void {
		for (const entry of this.entries) {
			if (entry.state === "unknown") entry.state = entry.truth;
			entry.isDone = true;
		}
	}

	#following(original: Entry, type: EntryType): Entry[] {
		return this.entries.filter((entry) => entry.original === original && entry.type === type);
	}
}

function endOfDay(moment: number): number {
	return (Math.floor(moment / day) + 1) * day;
}

/** The demo processor's rules: odd whole dollars are approved, voids always, and holds expire after 30 days. */
export function truthOf(wanted: Pick<Entry, "type" | "cents" | "original" | "madeAt">, fault: Fault | undefined) {
	if (fault === "never_received" || fault === "dies_before") return "declined";
	const { type, cents, original, madeAt } = wanted;
	if (type === "void") return "approved";
	if (type === "capture" && original !== undefined && madeAt - original.madeAt > 30 * day) return "declined";
	return Math.floor(cents / 100) % 2 === 1 ? "approved" : "declined";
}

/** Returns the known state after a request with this fault. */
export function stateAfter(truth: Entry["truth"], fault: Fault | undefined): Entry["state"] {
	return fault === undefined || fault === "sent_twice" || fault === "dies_written" ? truth : "unknown";
}
