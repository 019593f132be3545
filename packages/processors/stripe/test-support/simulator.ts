import { createHmac, randomBytes } from "node:crypto";
import {
	type BookEntry,
	createSkewedClock,
	type DisputeAnswer,
	type RequestKind,
	type SimulatedEvents,
	type SimulatedNetwork,
	type SimulatedPayer,
	type Simulator,
	startNetwork,
} from "@cardseal/processor-kit";
import type { DeclineCode, DisputeState, WebhookRequest } from "@cardseal/vault";
import { createApi } from "./api.ts";
import { cardsOfPayer, visit } from "./authentication.ts";
import { type BalanceTransaction, type Books, type Dispute, type Intent, openBooks, type Refund } from "./books.ts";
import type { Bank, Switches } from "./rules.ts";

export interface StripeSimulator extends Simulator {
	network: SimulatedNetwork;
	events: Required<SimulatedEvents>;
	books: Books;
	switches: Switches;
	/** By card number. */
	banks: Map<string, Bank>;
	/** Holds every request that moves money until it is called. */
	holdRequests(): () => void;
	payer: SimulatedPayer;
	/** A payer whose authentication failed pays with another card. */
	payOtherwise(intent: Intent): void;
	/** A signed webhook of the newest event. */
	newestWebhook(options?: { ageSeconds?: number }): WebhookRequest;
}

const statuses: Record<DisputeState, string> = {
	open: "needs_response",
	under_review: "under_review",
	won: "won",
	lost: "lost",
	accepted: "lost",
};

const feeCents = 30;

/** https://docs.stripe.com/declines/codes */
const declineCodes: Record<string, DeclineCode> = {
	authentication_required: "authentication_required",
	generic_decline: "do_not_honour",
	do_not_honor: "do_not_honour",
	insufficient_funds: "insufficient_funds",
	lost_card: "lost_card",
	stolen_card: "stolen_card",
	expired_card: "expired_card",
	incorrect_cvc: "incorrect_cvv",
	processing_error: "processing_error",
	transaction_not_allowed: "not_permitted",
};

export interface StripeOptions {
	/** ms since 1970. */
	now: () => number;
	/** Lost and late requests end after this time, in ms; by default when `endWaiting` is called. */
	waitingMs?: number;
}

export async function startStripe({ now, waitingMs }: StripeOptions): Promise<StripeSimulator> {
	const account = {
		account_id: "acct_1Sim",
		secret_key: `sk_live_${randomBytes(24).toString("hex")}`,
		webhook_secret: `whsec_${randomBytes(24).toString("hex")}`,
	};
	const { skewClock, ...clock } = createSkewedClock(now);
	const books = openBooks(clock.now);
	const switches: Switches = {
		rawCards: true,
		mitExemption: true,
		importsAuthentication: true,
		moto: true,
		chargesEnabled: true,
		descriptorPrefix: "EXAMPLE SH",
		longestEvidence: 150_000,
		forbidden: [],
		crashesNext: false,
	};
	const banks = new Map<string, Bank>();
	let held: Promise<void> | undefined;
	const api = createApi({
		books,
		switches,
		banks,
		accountId: account.account_id,
		secretKey: account.secret_key,
		gate: () => held,
		address: () => server.network.url,
	});
	const testAccount = { ...account, secret_key: account.secret_key.replace("live", "test") };
	const server = await startNetwork(
		{ handle: api.handle, kindOf: (request, body) => kindOf(request, body, books), waitingMs },
		{ account, testAccount, skewClock },
	);

	function webhookOf(event: object | undefined, signature?: "missing" | "empty", ageSeconds = 0): WebhookRequest {
		const body = JSON.stringify(event);
		const timestamp = books.seconds() - ageSeconds;
		const mac = createHmac("sha256", account.webhook_secret).update(`${timestamp}.${body}`).digest("hex");
		// https://docs.stripe.com/webhooks#verify-manually
		const signed = signature === "empty" ? "" : `t=${timestamp},v1=${mac},v0=${"0".repeat(64)}`;
		const headers = {
			"content-type": "application/json; charset=utf-8",
			...(signature !== "missing" && { "stripe-signature": signed }),
		};
		return { headers, body: Buffer.from(body) };
	}

	return {
		...server,
		books,
		switches,
		banks,
		booked: async (reference) => entriesOf(books, reference),
		references: async () => referencesOf(books),
		declineCodes,
		unknownDeclineCode: "something_new",
		decide: api.decide,
		payer: { cards: cardsOfPayer, visit: ({ url: page }, end) => visit(page, end) },
		payOtherwise: api.payOtherwise,
		events: {
			dispute: (reference, state) => dispute(books, reference, state),
			settle: (references) => settle(books, references),
			answers: (reference) => answersOf(books, reference),
			newestWebhook: () => webhookOf([...books.events.values()].at(-1)),
		},
		newestWebhook: ({ ageSeconds } = {}) => webhookOf([...books.events.values()].at(-1), undefined, ageSeconds),
		outcomeWebhook(reference, signature) {
			const isAbout = (object: { metadata?: Record<string, string> }) => object.metadata?.reference === reference;
			const event = [...books.events.values()].findLast(({ data }) => isAbout(data.object));
			return webhookOf(event, signature);
		},
		holdRequests() {
			const { promise, resolve } = Promise.withResolvers<void>();
			held = promise;
			return () => {
				held = undefined;
				resolve();
			};
		},
	};
}

function kindOf(request: Request, body: string, books: Books): RequestKind {
	const { pathname, searchParams } = new URL(request.url);
	const isCheck = pathname === "/v1/setup_intents" && request.method === "POST" && !body.includes("metadata");
	if (pathname === "/v1/account" || isCheck || searchParams.get("limit") === "1") return "account";
	if (pathname.startsWith("/v1/disputes")) return "dispute";
	if (pathname === "/v1/events" || pathname === "/v1/balance_transactions") return "events";
	const intent = books.intents.get(/^\/v1\/payment_intents\/(\w+)/.exec(pathname)?.[1] ?? "");
	if (intent?.metadata.authentication !== undefined) return "authentication";
	return request.method === "POST" ? "submit" : "inquire";
}

function entriesOf(books: Books, reference: string): BookEntry[] {
	const { intents, setups, refunds, cancellations } = books;
	const entry = (
		operation: BookEntry["operation"],
		result: BookEntry["result"],
		amountCents: number,
		currency: string,
	) => ({
		operation,
		result,
		amountCents,
		currency: currency.toUpperCase(),
	});
	const charges = [...intents.values()].filter(({ metadata }) => metadata.reference === reference);
	const captures = [...intents.values()].filter(({ metadata }) => metadata.capture_reference === reference);
	const verifications = [...setups.values()].filter(({ metadata }) => metadata.reference === reference);
	const refunded = [...refunds.values()].filter(({ metadata }) => metadata.reference === reference);
	const voids = [...cancellations].filter(([, key]) => key.endsWith(reference)).map(([id]) => intents.get(id));
	return [
		...charges.map((intent) => {
			const operation = intent.capture_method === "manual" ? "authorization" : "sale";
			return entry(operation, resultOf(intent, books), intent.amount, intent.currency);
		}),
		...captures.map((intent) => entry("capture", "approved", intent.amount_received, intent.currency)),
		...verifications.map(({ status }) =>
			entry("verification", status === "succeeded" ? "approved" : "declined", 0, "cad"),
		),
		...refunded.map(({ status, amount, currency }) => entry("refund", refundResults[status], amount, currency)),
		...voids.flatMap((intent) => (intent ? [entry("void", "approved", intent.amount, intent.currency)] : [])),
	];
}

const refundResults: Record<Refund["status"], BookEntry["result"]> = {
	succeeded: "approved",
	pending: "accepted",
	failed: "declined",
};

function resultOf({ status, latest_charge, last_payment_error }: Intent, books: Books): BookEntry["result"] {
	if (status === "processing") return "accepted";
	if (books.charges.get(latest_charge ?? "")?.status === "succeeded") return "approved";
	return last_payment_error === null ? "dropped" : "declined";
}

function referencesOf({ intents, setups, refunds, cancellations }: Books): string[] {
	const charges = [...intents.values(), ...setups.values(), ...refunds.values()].map(
		({ metadata }) => metadata.reference,
	);
	const captures = [...intents.values()].map(({ metadata }) => metadata.capture_reference);
	const voids = [...cancellations.values()].map((key) => key.split("/").at(-1));
	return [...charges, ...captures, ...voids].filter((reference) => reference !== undefined);
}

const evidenceSeconds = 14 * 24 * 60 * 60;

function dispute(books: Books, reference: string, state: DisputeState): void {
	const intent = books.intentWithMoney(reference);
	if (intent?.latest_charge == null) throw new Error("There is no charge of this reference.");
	const id = `du_${intent.id.slice(3)}`;
	const isNew = !books.disputes.has(id);
	const created: Dispute = books.disputes.get(id) ?? {
		id,
		object: "dispute",
		status: "needs_response",
		amount: intent.amount_received,
		charge: intent.latest_charge,
		created: books.seconds(),
		currency: intent.currency,
		evidence: {},
		evidence_details: { due_by: null, has_evidence: false, past_due: false, submission_count: 0 },
		metadata: {},
		payment_intent: intent.id,
		payment_method_details: { type: "card", card: { network_reason_code: "10.4" } },
		reason: "fraudulent",
	};
	created.status = statuses[state];
	created.evidence_details = {
		due_by: books.seconds() + evidenceSeconds,
		has_evidence: state === "lost",
		past_due: false,
		submission_count: state === "lost" || state === "won" || state === "under_review" ? 1 : 0,
	};
	books.disputes.set(id, created);
	const isClosed = state === "won" || state === "lost" || state === "accepted";
	books.tell(`charge.dispute.${isClosed ? "closed" : isNew ? "created" : "updated"}`, created, null);
}

function answersOf(books: Books, reference: string): DisputeAnswer[] {
	const intent = books.intentWithMoney(reference);
	const answered = books.disputes.get(`du_${intent?.id.slice(3)}`);
	if (answered === undefined) return [];
	const { uncategorized_text: explanation } = answered.evidence;
	if (explanation !== undefined) return [{ kind: "evidence", explanation }];
	const isAccepted = answered.status === "lost" && answered.evidence_details.submission_count === 0;
	return isAccepted ? [{ kind: "accept" }] : [];
}

/** An automatic payout of charges and refunds, and of a fee of Stripe. */
function settle(books: Books, references: readonly string[]): void {
	const moved = references.map((reference) => books.refundOf(reference) ?? books.intentWithMoney(reference));
	const id = books.newId("po");
	const add = (transaction: Omit<BalanceTransaction, "id" | "object" | "created" | "net">) => {
		const net = transaction.amount - transaction.fee;
		const own = { id: books.newId("txn"), object: "balance_transaction", created: books.seconds() } as const;
		books.balance.set(own.id, { ...own, ...transaction, net, payout: id });
		return net;
	};
	const currency = moved[0]?.currency ?? "cad";
	const nets = moved.map((one) => {
		if (one === undefined) throw new Error("The books do not have this reference.");
		const isRefund = one.object === "refund";
		const kind = isRefund ? "refund" : "charge";
		const amount = isRefund ? -one.amount : one.amount_received;
		const source = isRefund ? one.id : one.latest_charge;
		return add({ amount, currency, fee: feeCents, reporting_category: kind, source, type: kind });
	});
	nets.push(add({ amount: -100, currency, fee: 0, reporting_category: "fee", source: null, type: "stripe_fee" }));
	const amount = nets.reduce((sum, net) => sum + net, 0);
	add({ amount: -amount, currency, fee: 0, reporting_category: "payout", source: id, type: "payout" });
	const payout = {
		id,
		object: "payout" as const,
		amount,
		arrival_date: books.seconds(),
		automatic: true,
		created: books.seconds(),
		currency,
		reconciliation_status: "completed" as const,
	};
	books.tell("payout.reconciliation_completed", { ...payout, status: "in_transit" }, null);
	books.payouts.set(id, { ...payout, status: "paid" });
	books.tell("payout.paid", { ...payout, status: "paid" }, null);
}
