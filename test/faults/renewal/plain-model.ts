// The rules of a subscription, as plainly as possible: numbers, days of 24 hours, no database.

/** `lost`: it never reached the processor. */
export type Outcome = "approved" | "soft" | "hard" | "lost";

export interface PlanTerms {
	frequency: "DAILY" | "WEEKLY" | "MOTHLY" | "QUARTERLY" | "ANNUALLY";
	payments: number | null;
	cents: number;
}

export interface Terms extends PlanTerms {
	start: number;
	trialDays: number;
	feeCents: number;
	quantity: number;
}

export interface PlainPlanChange {
	plan: PlanTerms;
	quantity: number;
	when: "now" | "renewal";
	prorate: boolean;
}

export const day = 86_400_000;
const retryDays = [0, 1, 3, 5, 7];
const minutesAfterLost = [1, 5, 15, 60];
const monthsOf = { MOTHLY: 1, QUARTERLY: 3, ANNUALLY: 12 };

interface PlainCalendar {
	/** The due time of the first period that it counts. */
	anchor: number;
	first: number;
	frequency: PlanTerms["frequency"];
}

/** The due time of a period in UTC; an anchor at a month's end stays at month ends. */
function plainDue({ anchor: start, first, frequency }: PlainCalendar, period: number): number {
	const count = period - first;
	if (frequency === "DAILY") return start + count * day;
	if (frequency === "WEEKLY") return start + count * 7 * day;
	const date = new Date(start);
	const month = date.getUTCMonth() + count * monthsOf[frequency];
	const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
	const midnight = Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), lastDay));
	return midnight + (start % day);
}

/** One subscription, and every charge that it should have. */
export class PlainSubscription {
	readonly outcomeOf: (period: number, attempt: number) => Outcome;
	status: "ACTIVE" | "RETRY" | "SUSPENDED" | "PAUSED" | "CANCELED" | "EXPIRED" = "ACTIVE";
	/** `period.attempt STATUS cents`, and `refund cents`. */
	readonly charges: string[] = [];
	#calendar: PlainCalendar;
	#plan: PlanTerms;
	#quantity: number;
	/** 0 once it was paid. */
	#fee: number;
	/** The payments after which it ends. */
	#last: number | null;
	#credit = 0;
	#paidPeriod: { from: number; until: number; cents: number; refundable: number } | undefined;
	#next = 0;
	#open: number | undefined;
	#failed = 0;
	/** Failed attempts that a request for ACTIVE made. */
	#unplanned = 0;
	#lost = 0;
	#paid = 0;
	#turn: number | undefined;

	constructor(terms: Terms, outcomeOf: (period: number, attempt: number) => Outcome) {
		this.outcomeOf = outcomeOf;
		this.#turn = terms.start + terms.trialDays * day;
		this.#calendar = { anchor: this.#turn, first: 0, frequency: terms.frequency };
		this.#plan = terms;
		this.#quantity = terms.quantity;
		this.#fee = terms.feeCents;
		this.#last = terms.payments;
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

	/** Returns the expected result of the request. */
	changePlan(now: number, { plan, quantity, when, prorate }: PlainPlanChange): "changed" | "refused" {
		const isDue = this.#turn === undefined || this.#turn <= now;
		if (this.status !== "ACTIVE" || this.#lost > 0 || isDue) return "refused";
		const paid = this.#paidPeriod;
		const credit = when === "now" && prorate && paid !== undefined ? creditFor(paid, now) : 0;
		const due = plan.cents * quantity + this.#fee - credit;
		if (-due > (paid?.refundable ?? 0)) return "refused";
		if (when === "now") this.#calendar = { anchor: now, first: this.#next, frequency: plan.frequency };
		else if (plan.frequency !== this.#plan.frequency) {
			this.#calendar = { anchor: this.#turn ?? 0, first: this.#next, frequency: plan.frequency };
		}
		this.#plan = plan;
		this.#quantity = quantity;
		this.#last = plan.payments === null ? null : this.#paid + plan.payments;
		if (when === "renewal") return "changed";
		this.#credit = credit;
		this.#turn = now;
		if (due > 0) this.#try(now, false);
		else this.#payByCredit(now, -due);
		return "changed";
	}

	#payByCredit(now: number, refund: number): void {
		const period = this.#next;
		const cents = this.#plan.cents * this.#quantity;
		const refundable = (this.#paidPeriod?.refundable ?? 0) - refund;
		this.#paidPeriod = { from: now, until: plainDue(this.#calendar, period + 1), cents, refundable };
		if (refund > 0) this.charges.push(`refund ${refund}`);
		this.#next = period + 1;
		this.#paidAt(now, false);
	}

	#close(): void {
		this.#credit = 0;
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
		const price = this.#plan.cents * this.#quantity;
		const cents = price + this.#fee - this.#credit;
		this.charges.push(`${period}.${attempt} ${outcome === "approved" ? "APPROVED" : "DECLINED"} ${cents}`);
		const minutes = minutesAfterLost[this.#lost];
		if (outcome === "lost" && !isReactivation && minutes !== undefined) {
			this.#lost += 1;
			this.#turn = now + minutes * 60_000;
			return;
		}
		const wasOpen = this.#open !== undefined;
		this.#next = Math.max(this.#next, period + 1);
		if (outcome === "approved") {
			const [from, until] = [period, period + 1].map((one) => plainDue(this.#calendar, one)) as [number, number];
			this.#paidPeriod = { from, until, cents: price, refundable: cents };
			this.#fee = 0;
			this.#paidAt(now, wasOpen);
		} else if (isReactivation) this.#stayAfter(outcome);
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
		const due = plainDue(this.#calendar, period);
		const isLate = now - (due + daysBefore * day) > day / 12;
		const planned = due + days * day;
		this.#turn = isLate ? Math.max(planned, now + (days - daysBefore) * day) : planned;
	}

	#paidAt(now: number, wasOpen: boolean): void {
		this.#paid += 1;
		this.#close();
		if (this.#paid === this.#last) {
			this.status = "EXPIRED";
			this.#turn = undefined;
		} else if (wasOpen) {
			this.#goOnAfter(now);
		} else {
			this.status = "ACTIVE";
			this.#turn = plainDue(this.#calendar, this.#next);
		}
	}

	/** Moves to the first due date in the future. */
	#goOnAfter(now: number): void {
		this.status = "ACTIVE";
		this.#close();
		while (plainDue(this.#calendar, this.#next) <= now) this.#next += 1;
		this.#turn = plainDue(this.#calendar, this.#next);
	}
}

/** Days of 24 hours, rounded half up. */
function creditFor({ from, until, cents }: { from: number; until: number; cents: number }, now: number): number {
	const days = Math.floor((until - from) / day);
	const unused = Math.min(days, Math.max(0, Math.floor((until - now) / day)));
	return Math.round((cents * unused) / days);
}
