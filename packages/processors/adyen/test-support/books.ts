import type { BookEntry } from "@cardseal/processor-kit";

export interface Payment {
	pspReference: string;
	reference: string;
	operation: "sale" | "authorization" | "verification";
	result: "approved" | "declined" | "accepted";
	amountCents: number;
	currency: string;
	capturedCents: number;
	refundedCents: number;
	isCancelled: boolean;
	refusalReason: string | undefined;
	networkTxReference: string;
	suffix: string;
	/** Of `additionalData`. */
	authenticationData: Record<string, string>;
	/** ms since 1970. */
	at: number;
}

export interface Modification {
	pspReference: string;
	reference: string;
	path: "captures" | "refunds" | "cancels" | "reversals";
	payment: Payment;
	amountCents: number;
	currency: string;
	/** `undefined` for a success. */
	failure: string | undefined;
	/** ms since 1970. */
	at: number;
}

const tooMuch = "Insufficient balance on payment";

const operations = { captures: "capture", refunds: "refund", cancels: "void", reversals: "void" } as const;

/** Adyen decides modifications after its answer; here at once, and a webhook tells it. */
export function openBooks(now: () => number) {
	const payments: Payment[] = [];
	const modifications: Modification[] = [];
	let last = 0;

	function newPspReference(): string {
		last += 1;
		return `PSP${String(last).padStart(13, "0")}`;
	}

	/** The words of webhooks: https://docs.adyen.com/online-payments/capture, /refund, /cancel, /reversal */
	function failureOf({ path, payment, amountCents, currency }: Omit<Modification, "failure">): string | undefined {
		const { capturedCents, refundedCents } = payment;
		const isOpen = payment.result === "approved" && payment.operation !== "verification" && !payment.isCancelled;
		if (!isOpen) return "Payment is not authorised";
		if (currency !== payment.currency) return "Currency does not match the authorisation";
		const failures = {
			cancels: capturedCents > 0 && "Payment already captured",
			captures: (capturedCents > 0 && "Payment already captured") || (amountCents > payment.amountCents && tooMuch),
			reversals: refundedCents > 0 && tooMuch,
			refunds:
				(capturedCents === 0 && "Transaction hasn't been captured, refund not possible") ||
				(amountCents > capturedCents - refundedCents && tooMuch),
		};
		return failures[path] || undefined;
	}

	function apply({ path, payment, amountCents }: Modification): void {
		if (path === "captures") payment.capturedCents = amountCents;
		if (path === "refunds") payment.refundedCents += amountCents;
		if (path === "cancels" || (path === "reversals" && payment.capturedCents === 0)) payment.isCancelled = true;
		if (path === "reversals") payment.refundedCents = payment.capturedCents;
	}

	return {
		newPspReference,
		payments,
		modifications,
		findPayment: (pspReference: string) => payments.find((one) => one.pspReference === pspReference),
		addPayment(payment: Omit<Payment, "pspReference" | "at" | "refundedCents" | "isCancelled">): Payment {
			const added = { ...payment, pspReference: newPspReference(), at: now(), refundedCents: 0, isCancelled: false };
			payments.push(added);
			return added;
		},
		modify(change: Omit<Modification, "pspReference" | "at" | "failure">): Modification {
			const received = { ...change, pspReference: newPspReference(), at: now() };
			const modification = { ...received, failure: failureOf(received) };
			if (modification.failure === undefined) apply(modification);
			modifications.push(modification);
			return modification;
		},
		/** In the words of the kit. */
		entries(): (BookEntry & { reference: string })[] {
			return [
				...payments.map(({ reference, operation, result, amountCents, currency }) => ({
					reference,
					operation,
					result,
					amountCents,
					currency,
				})),
				...modifications.map(({ reference, path, failure, amountCents, currency }) => ({
					reference,
					operation: operations[path],
					result: failure === undefined ? ("approved" as const) : ("declined" as const),
					amountCents,
					currency,
				})),
			];
		},
	};
}

export type Books = ReturnType<typeof openBooks>;
