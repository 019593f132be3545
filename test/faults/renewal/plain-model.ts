// The rules of a subscription, as plainly as possible: numbers, days of 24 hours, no database.

/** `lost`: it never reached the processor. */
export type Outcome = "approved" | "soft" | "hard" | "lost";

export interface Terms {
	start: number;
	frequency: "DAILY" | "WEEKLY" | "MOTHLY" | "QUARTERLY" | "ANNUALLY";
	payments: number | null;
}

export const day = 86_400_000;
const retryDays = [0, 1, 3, 5, 7];
const minutesAfterLost = [1, 5, 15, 60];
const monthsOf = { MOTHLY: 1, QUARTERLY: 3, ANNUALLY: 12 };

/** The due time of a period in UTC; a start at a month's end stays at month ends. */
function plainDue({ start, frequency }: Terms, period: number): number {
	if (frequency === "DAILY") return start + period * day;
	if (frequency === "WEEKLY") return start + period * 7 * day;
	const date = new Date(start);
	const month = date.getUTCMonth() + period * monthsOf[frequency];
	const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
	const midnight = Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), lastDay));
	return midnight + (start % day);
}

/** One subscription, and every charge that it should have. */
export class PlainSubscription {
	readonly terms: Terms;
	readonly outcomeOf: (period: number, attempt: number) => Outcome;
	status: "ACTIVE" | "RETRY" | "SUSPENDED" | "PAUSED" | "CANCELED" | "EXPIRED" = "ACTIVE";
	readonly charges: string[] = [];
	#next = 0;
	#open: number | undefined;
	#failed = 0;
	/** Failed attempts that a request for ACTIVE made. */
	#unplanned = 0;
	#lost = 0;
	#paid = 0;
	#turn: number | undefined;

	constructor(terms: Terms, outcomeOf: (period: number, attempt: number) => Outcome) {
		this.terms = terms;
		this.outcomeOf = outcomeOf;
		this.#turn = terms.start;
	}

	/** Renews what is due. */
	runAt(now: number): void {
		while (this.#turn !== undefined && this.#turn <= now) this.#try(now, false);
	}

	stop(status: "PAUSED" | "CANCELED"): void {
		this.status = status;
		this.#close();
		this.#turn = undefined;
	}

	#close(): void {
		this.#open = undefined;
		this.#failed = 0;
		this.#unplanned = 0;
		this.#lost = 0;
	}

	/** Applies the merchant's request for ACTIVE. */
	activate(now: number): void {
		if (this.status === "ACTIVE") return;
		if (this.#open === undefined) this.#goOnAfter(now);
		else if (this.#turn !== undefined && this.#turn <= now) this.runAt(now);
		else this.#try(now, true);
	}

	#try(now: number, isReactivation: boolean): void {
		const period = this.#open ?? this.#next;
		const attempt = this.#failed + this.#lost + 1;
		const outcome = this.outcomeOf(period, attempt);
		this.charges.push(`${period}.${attempt} ${outcome === "approved" ? "APPROVED" : "DECLINED"}`);
		const minutes = minutesAfterLost[this.#lost];
		if (outcome === "lost" && !isReactivation && minutes !== undefined) {
			this.#lost += 1;
			this.#turn = now + minutes * 60_000;
			return;
		}
		const wasOpen = this.#open !== undefined;
		this.#next = Math.max(this.#next, period + 1);
		if (outcome === "approved") this.#paidAt(now, wasOpen);
		else if (isReactivation) this.#stayAfter(outcome);
		else this.#failedAt(now, period, outcome);
	}

	/** Changes neither status nor planned tries, unless the card must not be tried again. */
	#stayAfter(outcome: Exclude<Outcome, "approved">): void {
		this.#failed += 1;
		this.#unplanned += 1;
		if (outcome !== "hard") return;
		this.status = "SUSPENDED";
		this.#turn = undefined;
	}

	#failedAt(now: number, period: number, outcome: Exclude<Outcome, "approved">): void {
		this.#open = period;
		this.#failed += 1;
		const tries = this.#failed - this.#unplanned;
		const days = outcome === "hard" ? undefined : retryDays[tries];
		if (days === undefined) {
			this.status = "SUSPENDED";
			this.#turn = undefined;
			return;
		}
		this.status = "RETRY";
		const daysBefore = retryDays[tries - 1] ?? 0;
		const due = plainDue(this.terms, period);
		const isLate = now - (due + daysBefore * day) > day / 12;
		const planned = due + days * day;
		this.#turn = isLate ? Math.max(planned, now + (days - daysBefore) * day) : planned;
	}

	#paidAt(now: number, wasOpen: boolean): void {
		this.#paid += 1;
		this.#close();
		if (this.#paid === this.terms.payments) {
			this.status = "EXPIRED";
			this.#turn = undefined;
		} else if (wasOpen) {
			this.#goOnAfter(now);
		} else {
			this.status = "ACTIVE";
			this.#turn = plainDue(this.terms, this.#next);
		}
	}

	/** Moves to the first due date in the future. */
	#goOnAfter(now: number): void {
		this.status = "ACTIVE";
		this.#close();
		while (plainDue(this.terms, this.#next) <= now) this.#next += 1;
		this.#turn = plainDue(this.terms, this.#next);
	}
}
