import { randomBytes } from "node:crypto";
import {
	type BookEntry,
	createSkewedClock,
	type RequestKind,
	type SimulatedNetwork,
	type Simulator,
	startNetwork,
} from "@cardseal/processor-kit";
import type { DeclineCode } from "@cardseal/vault";
import { createApi, type Switches } from "./api.ts";
import { type Entry, openBooks, randomDigits } from "./books.ts";

export interface MonerisSimulator extends Simulator {
	network: SimulatedNetwork;
	decide: NonNullable<Simulator["decide"]>;
	/** What the account may do, and what the documents leave open. */
	switches: Switches;
	revokeTokens(): void;
	/** From then on, payments are not cancelled any more. */
	settle(): void;
	/** As a person does in Moneris' portal. */
	cancelInPortal(reference: string): void;
	/** A refund of a person in the portal names no reference. */
	refundInPortal(reference: string, amountCents: number): void;
}

const declineCodes: Record<string, DeclineCode> = {
	"481-05": "do_not_honour",
	"421-41": "lost_card",
	"421-43": "stolen_card",
	"481-51": "insufficient_funds",
	"482-54": "expired_card",
	"421-57": "not_permitted",
	"476-96": "processing_error",
	"490-N7": "incorrect_cvv",
	"481-1A": "authentication_required",
};

export interface MonerisSimulatorOptions {
	/** ms since 1970. Default: the machine's clock. */
	now?: () => number;
	/** Lost and late requests end after this time, in ms; by default when `endWaiting` is called. */
	waitingMs?: number;
}

export async function startMoneris(options: MonerisSimulatorOptions = {}): Promise<MonerisSimulator> {
	const { now, skewClock } = createSkewedClock(options.now);
	const books = openBooks(now);
	const account = {
		// Begins as the example of the documents: no card number does.
		merchant_id: `0${randomDigits(12)}`,
		client_id: randomBytes(16).toString("hex"),
		client_secret: randomBytes(24).toString("hex"),
	};
	const switches: Switches = {
		scopes: ["payment.write", "refund.write"],
		isMerchantOfClient: true,
		currencies: ["CAD", "USD"],
		businessName: "EXAMPLE",
		declinesAs: "error",
		notesChange: true,
		amountAfterCompletion: "captured",
	};
	const real = createSkewedClock();
	const api = createApi({ books, account, switches, now, realNow: real.now });
	const server = await startNetwork(
		{ handle: api.handle, kindOf, waitingMs: options.waitingMs },
		{
			account,
			testAccount: { ...account, environment: "sandbox" },
			skewClock(aheadMs) {
				skewClock(aheadMs);
				real.skewClock(aheadMs);
			},
		},
	);
	const chargeOf = (reference: string) => {
		const found = books.entries.find((entry) => entry.orderId === reference);
		if (found === undefined) throw new Error("There is no such charge.");
		return found;
	};
	return {
		...server,
		switches,
		revokeTokens: api.revokeTokens,
		async booked(reference) {
			const charges = books.entries.filter((entry) => entry.reference === reference).map(bookEntryOf);
			const changes = books.movements
				.filter((movement) => movement.reference === reference)
				.map(
					({ operation, amount }): BookEntry => ({
						operation,
						result: "approved",
						amountCents: amount.amount,
						currency: amount.currency,
					}),
				);
			return [...charges, ...changes];
		},
		references: async () => [...books.entries, ...books.movements].map(({ reference }) => reference),
		declineCodes,
		unknownDeclineCode: "499-ZZ",
		decide(reference, result) {
			const entry = chargeOf(reference);
			if (result === "dropped") books.entries.splice(books.entries.indexOf(entry), 1);
			else if (result === "approved") books.change(entry, { status: "SUCCEEDED" });
			else {
				const details = books.detailsOf(["481", "05"], "DECLINED");
				books.change(entry, { status: "DECLINED", details });
			}
		},
		settle() {
			for (const entry of books.entries) entry.isSettled = true;
		},
		cancelInPortal: (reference) => void books.change(chargeOf(reference), { status: "CANCELED" }),
		refundInPortal(reference, amountCents) {
			const payment = chargeOf(reference);
			const amount = { ...payment.amount, amount: amountCents };
			payment.refundedAmount += amountCents;
			books.add({
				...payment,
				kind: "refunds",
				reference: "",
				orderId: null,
				paymentId: payment.id,
				amount,
				customData: null,
			});
		},
	};
}

function kindOf({ method, url }: Request): RequestKind {
	const { pathname, searchParams } = new URL(url);
	if (pathname === "/oauth2/token" || searchParams.get("limit") === "1") return "account";
	return method === "POST" ? "submit" : "inquire";
}

const results: Readonly<Record<string, BookEntry["result"]>> = { DECLINED: "declined", PROCESSING: "accepted" };

/** A voided or captured charge was approved. */
function bookEntryOf({ kind, status, amount, authorizedAmount, isCapturedAtOnce }: Entry): BookEntry {
	const charge = isCapturedAtOnce ? "sale" : "authorization";
	const operation = kind === "payments" ? charge : kind === "refunds" ? "refund" : "verification";
	const { amount: amountCents } = operation === "authorization" ? authorizedAmount : amount;
	return { operation, result: results[status] ?? "approved", amountCents, currency: amount.currency };
}
