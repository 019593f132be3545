import { hash } from "node:crypto";

export type TransactionType = "P" | "PA" | "PAC" | "R" | "VP" | "VR";

export interface BookedTransaction {
	id: number;
	type: TransactionType;
	isApproved: boolean;
	messageId: number;
	message: string;
	orderNumber: string;
	amountCents: number;
	authorizationCode: string;
	avs: string;
	cvd: number;
	series: number | undefined;
	cardOnFile: string | undefined;
	lastFour: string;
	expiry: string;
	ref1: string;
	/** The status of its authentication. */
	threeDSecure?: string | undefined;
	/** The transaction that it adjusts. */
	adjusts: number | undefined;
	/** ms since 1970. */
	at: number;
	/** Voids are possible on the same day. */
	day: number;
}

export type Adjustment = "completions" | "returns" | "void";

export interface NewCharge {
	orderNumber: string | undefined;
	amountCents: number;
	isComplete: boolean;
	cardNumber: string;
	expiry: string;
	hasCvd: boolean;
	/** The result of address verification. */
	avs: string;
	ref1: string;
	cardOnFile: { type: string; series: number | undefined } | undefined;
	declineCode: number | undefined;
	threeDSecure?: string | undefined;
}

/** Bambora's message of a code, as its documents have it. */
export const messages: Readonly<Record<number, string>> = {
	1: "Approved",
	7: "DECLINE",
	16: "Duplicate Transaction - This transaction has already been approved",
	55: "Transaction timeout - No transaction Response",
	72: "Declined EXPIRED CARD",
	190: "Unknown transaction response",
	191: "Invalid Transaction Amount",
	192: "Transaction cannot be voided after being returned",
	193: "Amount does not match the transaction you are modifying.",
	194: "Transaction exceeds return limit.",
	196: "Original purchase transaction has been voided",
	197: "Transactions cannot be adjusted to a zero or negative value",
	198: "Zero value transactions cannot be voided",
	200: "Transaction cannot be adjusted",
	203: "Pre-Authorization already completed",
	205: "Transaction only voidable on the date processed",
	208: "Completion greater than remaining reserve amount.",
	209: "Merchant Account Disabled",
	361: "Lost/Stolen Card",
	694: "EXPIRED CARD",
	311: "3D Secure Failed",
	704: "CVV2 DECLINED",
	762: "Expired session. Transaction not completed in allocated time.",
	788: "Duplicate Order Number - This order number has already been processed",
	1134: "Transaction cannot be voided",
	1136: "Invalid or missing card-on-file request parameters",
	1137: "You are not authorized to process card-on-file transactions through this account.",
};

/** Documents disagree about how a pre-authorization ends without its completion. */
export type Release = "completion_of_0" | "void";

/** @param now ms since 1970 */
export function openBooks(now: () => number, rules: { releasesBy: Release }) {
	const all: BookedTransaction[] = [];
	/** The kind of each: "recurring", "installment" or "unscheduled". */
	const series = new Map<number, string>();
	let day = 1;

	function add(fields: Omit<BookedTransaction, "id" | "at" | "day" | "message" | "isApproved" | "authorizationCode">) {
		const id = 10_000_000 + all.length;
		const isApproved = fields.messageId === 1;
		const transaction: BookedTransaction = {
			...fields,
			id,
			at: now(),
			day,
			isApproved,
			message: messages[fields.messageId] ?? "DECLINE",
			// Numbers whose digits occur nowhere else.
			authorizationCode: isApproved ? `T${hash("sha256", String(id)).slice(0, 5).toUpperCase()}` : "",
		};
		all.push(transaction);
		return transaction;
	}

	const find = (id: number) => all.find((transaction) => transaction.id === id);
	const adjustmentsOf = (id: number) => all.filter(({ adjusts }) => adjusts === id);
	const approvedOf = (id: number, ...types: TransactionType[]) =>
		adjustmentsOf(id).filter(({ isApproved, type }) => isApproved && types.includes(type));
	const isVoided = ({ id }: BookedTransaction) => approvedOf(id, "VP", "VR").length > 0;

	/** @param type such as "first_recurring", or "subsequent_recurring" without a series */
	function newSeries(type: string): number {
		const next = 241_100 + series.size;
		series.set(next, type.replace(/^(?:first|subsequent)_/, ""));
		return next;
	}

	/** Lists what forbids an adjustment, the first reason first. */
	function reasonsAgainst(adjustment: Adjustment, original: BookedTransaction, amountCents: number): number[] {
		const { id, type } = original;
		const returned = approvedOf(id, "R");
		const left = returned.reduce((rest, one) => rest - one.amountCents, original.amountCents);
		const isCompleted = approvedOf(id, "PAC").length > 0;
		const when = (condition: boolean, code: number) => (condition ? [code] : []);
		const reasons = {
			completions: () => [
				...when(type !== "PA", 200),
				...when(isCompleted, 203),
				...when(amountCents < 0 || (amountCents === 0 && rules.releasesBy === "void"), 197),
				...when(amountCents > original.amountCents, 208),
			],
			returns: () => [
				...when(type !== "P" && type !== "PAC", 200),
				...when(amountCents <= 0, 197),
				...when(amountCents > left, 194),
			],
			void: () => [
				...when(type.startsWith("V") || isCompleted, 1134),
				...when(type === "PA" && rules.releasesBy !== "void", 200),
				...when(original.amountCents === 0, 198),
				...when(returned.length > 0, 192),
				...when(amountCents !== original.amountCents, 193),
				...when(original.day !== day, 205),
			],
		};
		return [...when(!original.isApproved, 200), ...when(isVoided(original), 196), ...reasons[adjustment]()];
	}

	return {
		all: (): readonly BookedTransaction[] => all,
		find,
		adjustmentsOf,
		isVoided,
		kindOfSeries: (id: number) => series.get(id),

		wasApproved: (orderNumber: string) =>
			all.some((transaction) => transaction.orderNumber === orderNumber && transaction.isApproved),

		charge(charge: NewCharge): BookedTransaction {
			const { cardOnFile, declineCode } = charge;
			const isApproved = declineCode === undefined;
			const begins = isApproved && cardOnFile !== undefined && cardOnFile.series === undefined;
			return add({
				type: charge.isComplete ? "P" : "PA",
				messageId: declineCode ?? 1,
				orderNumber: charge.orderNumber ?? String(10_000_000 + all.length),
				amountCents: charge.amountCents,
				avs: charge.avs,
				cvd: charge.hasCvd ? 1 : 6,
				series: begins ? newSeries(cardOnFile.type) : cardOnFile?.series,
				cardOnFile: cardOnFile?.type,
				lastFour: charge.cardNumber.slice(-4),
				expiry: charge.expiry,
				ref1: charge.ref1,
				threeDSecure: charge.threeDSecure,
				adjusts: undefined,
			});
		},

		adjust(
			adjustment: Adjustment,
			original: BookedTransaction,
			{
				amountCents,
				orderNumber,
				declineCode,
			}: { amountCents: number; orderNumber: string; declineCode?: number | undefined },
		): BookedTransaction {
			const types = { completions: "PAC", returns: "R", void: original.type === "R" ? "VR" : "VP" } as const;
			return add({
				type: types[adjustment],
				messageId: declineCode ?? reasonsAgainst(adjustment, original, amountCents)[0] ?? 1,
				orderNumber,
				amountCents,
				avs: "U",
				cvd: 6,
				series: undefined,
				cardOnFile: undefined,
				lastFour: original.lastFour,
				expiry: original.expiry,
				ref1: original.ref1,
				adjusts: original.id,
			});
		},

		/** Voids are refused from now on. */
		endDay(): void {
			day += 1;
		},
	};
}

export type Books = ReturnType<typeof openBooks>;
