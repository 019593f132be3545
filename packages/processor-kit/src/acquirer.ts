import { randomBytes } from "node:crypto";
import type { DeclineCode } from "@cardseal/vault";
import { createAcquirerApi } from "./acquirer/api.ts";
import { bankCards } from "./acquirer/bank.ts";
import { type AcquirerRequest, openBooks } from "./acquirer/books.ts";
import { openEvents } from "./acquirer/events.ts";
import type { Transaction } from "./example/answers.ts";
import type { Fault, RequestKind } from "./faults.ts";
import { createSkewedClock, startNetwork } from "./faulty-server.ts";
import type { BookEntry, SimulatedEvents, SimulatedNetwork, Simulator } from "./simulator.ts";

export type { AcquirerRequest } from "./acquirer/books.ts";
export { faultsFromSeed } from "./faults.ts";

export interface AcquirerOptions {
	faultOf?: (kind: RequestKind) => Fault | undefined;
	/** Lost and late requests end after this time, in ms; by default when `endWaiting` is called. */
	waitingMs?: number;
	now: () => number;
	/** Returns a decline code, or `undefined` to approve. */
	declineOf?: (request: AcquirerRequest) => string | undefined;
}

export interface Acquirer extends Simulator {
	network: SimulatedNetwork;
	events: Required<SimulatedEvents>;
	decide: NonNullable<Simulator["decide"]>;
	/** Settles everything that was paid and refunded and is not voided. */
	settleAll(): void;
}

const declineCodes: Record<string, DeclineCode> = {
	"05": "do_not_honour",
	"41": "lost_card",
	"43": "stolen_card",
	"51": "insufficient_funds",
	"54": "expired_card",
	"82": "incorrect_cvv",
	"96": "processing_error",
	N7: "not_permitted",
	"1A": "authentication_required",
	A3: "authentication_failed",
};

export async function startAcquirer({ now, faultOf, waitingMs, declineOf }: AcquirerOptions): Promise<Acquirer> {
	const account = { api_key: newSecret(), webhook_secret: newSecret() };
	const clock = createSkewedClock(now);
	const books = openBooks(clock.now);
	const events = openEvents(books, { now: clock.now, webhookSecret: account.webhook_secret });
	const api = createAcquirerApi({ books, events, apiKey: account.api_key, declineOf });
	const server = await startNetwork(
		{ handle: (request, fault) => api.fetch(request, { fault }), kindOf, faultOf, waitingMs },
		{ account, testAccount: { ...account, api_key: `test_${account.api_key}` }, skewClock: clock.skewClock },
	);
	return {
		...server,
		async booked(reference) {
			const transaction = books.find(reference);
			return transaction === undefined ? [] : [entryOf(transaction)];
		},
		references: async () => books.references(),
		declineCodes,
		payer: {
			cards: bankCards,
			async visit(action, end) {
				const [, id = ""] = /\/banks\/(\w+)$/.exec(action.url) ?? [];
				return { result: books.visitBank(id, end) };
			},
		},
		decide: (reference, result) => events.decided(books.decide(reference, result)),
		settleAll: () => events.settle(books.moved().map(({ reference }) => reference)),
		events: {
			dispute: events.dispute,
			settle: events.settle,
			answers: events.answers,
			newestWebhook: events.newestWebhook,
		},
	};
}

function kindOf({ method, url }: Request): RequestKind {
	const { pathname } = new URL(url);
	if (pathname === "/v1/account") return "account";
	if (pathname === "/v1/events" || pathname === "/v1/transactions") return "events";
	if (pathname.startsWith("/v1/disputes/")) return "dispute";
	if (pathname.endsWith("/authentication")) return "authentication";
	return method === "PUT" ? "submit" : "inquire";
}

function entryOf({ type, status, amount, currency }: Transaction): BookEntry {
	return { operation: type, result: status === "payer_needed" ? "accepted" : status, amountCents: amount, currency };
}

const newSecret = () => randomBytes(24).toString("hex");
