import { hash } from "node:crypto";
import { z } from "zod";
import type { ListedTransaction, Transaction } from "../example/answers.ts";
import { authenticationSchema, bankStep, openBank } from "./bank.ts";

const cardSchema = z.object({
	number: z.string().regex(/^\d{12,19}$/),
	month: z.string().regex(/^\d\d$/),
	year: z.string().regex(/^\d\d$/),
	security_code: z
		.string()
		.regex(/^\d{3,4}$/)
		.optional(),
});

const money = { amount: z.int().nonnegative(), currency: z.string().length(3) };

/** The body of `PUT /v1/transactions/{reference}`. */
export const requestSchema = z.discriminatedUnion("type", [
	z.object({
		type: z.enum(["sale", "authorization", "verification"]),
		...money,
		card: cardSchema,
		initiator: z.enum(["cardholder", "merchant"]),
		commerce: z.enum(["ecommerce", "moto", "recurring"]),
		stored_card: z
			.object({
				use: z.enum(["first", "later"]),
				purpose: z.enum(["recurring", "unscheduled", "instalment", "no_show"]),
				network_id: z.string().nullable(),
			})
			.optional(),
		payer: z.record(z.string(), z.string().nullable()),
		/** Absent: the account's own. */
		statement_name: z.string().optional(),
		order_number: z.string().nullable(),
		/** 3-D Secure; absent when the payer is not to be asked. */
		authentication: authenticationSchema.optional(),
	}),
	z.object({ type: z.enum(["capture", "refund", "void"]), ...money, original: z.string() }),
]);

export type AcquirerRequest = z.infer<typeof requestSchema>;

type Modification = Extract<AcquirerRequest, { original: string }>;

interface Entry {
	transaction: Transaction;
	card: ListedTransaction["card"];
	original: string | null;
	orderNumber: string | null;
	/** ms since 1970. */
	at: number;
	/** What is decided once the payer has authenticated. */
	afterwards: Decision | undefined;
	/** Recognises a repeated request without the card's number. */
	fingerprint: string;
}

const declineReasons = {
	"05": "Do not honour",
	"14": "No such card",
	"41": "Lost card",
	"43": "Stolen card",
	"51": "Insufficient funds",
	"54": "Expired card",
	"82": "Wrong security code",
	"96": "System error",
	N7: "Not permitted",
	"1A": "Authentication required",
	A3: "Authentication failed",
} as const;

export type Decision = { status: "approved" } | { status: "declined"; code: string } | { status: "accepted" };

/** The life of an authorization. */
const holdMs = 30 * 24 * 60 * 60 * 1000;

/** @param now ms since 1970 */
export function openBooks(now: () => number) {
	const entries = new Map<string, Entry>();
	const bank = openBank();

	function approvedOf(original: string, type: AcquirerRequest["type"]): Transaction[] {
		const all = [...entries.values()].filter((entry) => entry.original === original);
		return all.map(({ transaction }) => transaction).filter((one) => one.type === type && one.status === "approved");
	}

	function isPermitted(request: Modification): boolean {
		const { transaction: charge, at = 0 } = entries.get(request.original) ?? {};
		if (charge?.status !== "approved" || charge.currency !== request.currency) return false;
		if (approvedOf(request.original, "void").length > 0) return false;
		const captures = approvedOf(request.original, "capture");
		const refunds = approvedOf(request.original, "refund");
		const refunded = refunds.reduce((total, { amount }) => total + amount, 0);
		const isHold = charge.type === "authorization";
		switch (request.type) {
			case "capture":
				return isHold && captures.length === 0 && request.amount <= charge.amount && now() - at <= holdMs;
			case "refund":
				return !isHold && refunded + request.amount <= charge.amount;
			case "void":
				return captures.length + refunds.length === 0;
		}
	}

	return {
		find: (reference: string): Transaction | undefined => entries.get(reference)?.transaction,

		/**
		 * A repeated request gets the first one's transaction.
		 *
		 * @returns `undefined` when the reference was used for something else
		 */
		carryOut(reference: string, request: AcquirerRequest, decision: Decision): Transaction | undefined {
			const fingerprint = hash("sha256", JSON.stringify(request));
			const earlier = entries.get(reference);
			if (earlier !== undefined) return earlier.fingerprint === fingerprint ? earlier.transaction : undefined;
			const original = "original" in request ? request.original : null;
			const isRefused = "original" in request && !isPermitted(request);
			const { transaction, afterwards } = decided(reference, request, isRefused ? refused("N7") : decision);
			const orderNumber = "order_number" in request ? request.order_number : null;
			const card = maskedCardOf(request);
			entries.set(reference, { transaction, original, orderNumber, fingerprint, at: now(), card, afterwards });
			return transaction;
		},

		references: (): string[] => [...entries.keys()],

		visitBank: bank.visit,

		/**
		 * Ends a charge whose payer was at the bank, once.
		 *
		 * @param brought `null` when the payer did not come back
		 * @returns `undefined` for an unknown reference
		 */
		endAuthentication(reference: string, brought: string | null): Transaction | undefined {
			const { transaction, afterwards } = entries.get(reference) ?? {};
			if (transaction?.status !== "payer_needed" || afterwards === undefined) return transaction;
			const authentication = brought === null ? null : bank.resultFor(transaction.id, brought);
			// The payer may still come back with the bank's own result.
			if (authentication === undefined) return transaction;
			const isFailed = authentication === null || authentication.status === "N";
			const decision = isFailed ? refused("A3") : afterwards;
			const { status } = decision;
			const result = resultOf(reference, decision.status === "declined" ? decision.code : null);
			return Object.assign(transaction, result, { status, authentication, payer_path: null });
		},

		/** @returns a page of a period, and the next place if there are more */
		list({ from, to, after, limit }: { from: number; to: number; after: number; limit: number }) {
			const all = [...entries.values()].map((entry, place) => ({ ...entry, place }));
			const found = all.filter(({ at, place }) => at >= from && at <= to && place >= after);
			const page = found.slice(0, limit);
			return {
				transactions: page.map(
					({ transaction, at, original, orderNumber, card }): ListedTransaction => ({
						...transaction,
						at,
						original,
						order_number: orderNumber,
						card,
					}),
				),
				next: found.length > limit ? found[limit]?.place : undefined,
			};
		},

		moved(): Transaction[] {
			return [...entries.values()]
				.map(({ transaction }) => transaction)
				.filter(({ type, status }) => status === "approved" && ["sale", "capture", "refund"].includes(type))
				.filter(({ reference }) => approvedOf(reference, "void").length === 0);
		},

		decide(reference: string, status: "approved" | "declined" | "dropped"): Transaction {
			const transaction = entries.get(reference)?.transaction;
			if (transaction?.status !== "accepted") throw new Error("There is no accepted request of this reference.");
			return Object.assign(transaction, resultOf(reference, status === "declined" ? "05" : null), { status });
		},
	};
}

export type Books = ReturnType<typeof openBooks>;

const refused = (code: string): Decision => ({ status: "declined", code });

/** Before the decision, the card's bank may want its payer. */
function decided(
	reference: string,
	request: AcquirerRequest,
	decision: Decision,
): Pick<Entry, "transaction" | "afterwards"> {
	const step = stepOf(request);
	const transaction = newTransaction(reference, request, step === "required" ? refused("1A") : decision);
	if (step === "required") return { transaction, afterwards: undefined };
	if (step !== "challenge") return { transaction: { ...transaction, authentication: step }, afterwards: undefined };
	return { transaction: { ...transaction, ...waitingForPayer(transaction) }, afterwards: decision };
}

function stepOf(request: AcquirerRequest): ReturnType<typeof bankStep> {
	if (!("card" in request) || request.type === "verification") return null;
	const isPayerThere = request.initiator === "cardholder" && request.commerce === "ecommerce";
	return bankStep(request.card.number, request.authentication, isPayerThere);
}

function waitingForPayer({ id }: Transaction) {
	return { status: "payer_needed", approval_code: null, message: "Payer needed", payer_path: `/banks/${id}` } as const;
}

function maskedCardOf(request: AcquirerRequest): ListedTransaction["card"] {
	if (!("card" in request)) return null;
	const { number, month, year } = request.card;
	return { brand: number.startsWith("4") ? "Visa" : "Mastercard", last_four: number.slice(-4), month, year };
}

function newTransaction(reference: string, request: AcquirerRequest, decision: Decision): Transaction {
	const card = "card" in request ? request.card : undefined;
	return {
		id: `acq_${digits(`id ${reference}`, 12)}`,
		reference,
		type: request.type,
		status: decision.status,
		amount: request.amount,
		currency: request.currency,
		...resultOf(reference, decision.status === "declined" ? decision.code : null),
		network_id: card === undefined ? null : digits(`network ${reference}`, 15),
		address_check: card === undefined ? null : "Y",
		security_code_check: card?.security_code === undefined ? null : "M",
		authentication: null,
		payer_path: null,
	};
}

function resultOf(reference: string, declineCode: string | null) {
	const reasons: Record<string, string> = declineReasons;
	return {
		approval_code: declineCode === null ? digits(`approval ${reference}`, 6) : null,
		decline_code: declineCode,
		message: declineCode === null ? "Approved" : (reasons[declineCode] ?? "Declined"),
	};
}

/** Returns decimal digits that depend on `text` alone. */
function digits(text: string, count: number): string {
	return String(BigInt(`0x${hash("sha256", text)}`)).slice(0, count);
}
