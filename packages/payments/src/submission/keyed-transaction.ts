import { wasRefused } from "@cardseal/batch";
import { lookupIdOf, newLookupId, Problem, stillRunning } from "@cardseal/platform";
import {
	type Asked,
	findKeyUse,
	type KeyedRequest,
	keyReused,
	type UnstoredResponses,
} from "@cardseal/platform/idempotency";
import type { Vault } from "@cardseal/vault";
import type { Payments } from "../payments.ts";
import type { Transaction } from "../tables.ts";
import type { PaymentResponse } from "../transaction/payment-response.ts";
import { findNewest } from "../transaction/transactions.store.ts";
import { findAwaited } from "./pending.store.ts";
import { isAwaited, responseWithEvent } from "./submit.ts";

/*
 * A restored database has lost keys whose requests the processor carried out. A keyed request's transaction_id
 * follows from its key, so that a repetition finds the reconciled transaction.
 */

const dayMs = 24 * 60 * 60 * 1_000;

/** Limits the days in which a lost key is looked for. */
const maximumDays = 31;

/** A key may be reused after two days: the day keeps the two ids apart. */
export function newTransactionId({ vault }: { vault: Pick<Vault, "mac"> }, keyed: KeyedRequest | undefined): string {
	return keyed === undefined ? newLookupId() : idOfDay(vault, keyed, dayOf(keyed.now));
}

function idOfDay(vault: Pick<Vault, "mac">, { merchantId, route, key }: KeyedRequest, day: number): string {
	return lookupIdOf(vault.mac("idempotency", `transaction ${merchantId} ${day} ${route} ${key}`).toString("hex"));
}

function dayOf(time: number): number {
	return Math.floor(time / dayMs);
}

export interface MoneyAsked extends Asked {
	/** Tells whether a transaction may be this request's: a lost key has lost its fingerprint too. */
	isOwn: (transaction: Transaction) => boolean;
}

type Reading = Pick<
	Payments,
	"database" | "vault" | "clocks" | "log" | "processorTimeoutMs" | "publicUrl" | "restoredAt" | "findLostFrom"
>;

/** The request is in flight while its gateway waits for the processor. */
export function unstoredResponses(payments: Reading, { isOwn }: MoneyAsked): UnstoredResponses<PaymentResponse> {
	const find = async ({ now }: KeyedRequest, transactionId: string) => {
		const { transaction, inquiryFrom } = await findAwaited(payments.database, transactionId);
		const isInFlight = inquiryFrom !== null && isAwaited(payments, { now, inquiryFrom });
		return isInFlight ? undefined : responseWithEvent(payments, transaction);
	};
	return {
		find,
		async findLost(keyed, error) {
			if (!(error === undefined ? mayHaveLostKeys(payments) : isIdTaken(error))) return undefined;
			const lost = await findLostTransaction(payments, keyed);
			if (lost === undefined) return undefined;
			if (!isOwn(lost)) throw keyReused();
			const response = await find(keyed, lost.transaction_id);
			if (response === undefined) throw stillRunning();
			return response;
		},
	};
}

/** Tells whether callers may still repeat requests with lost keys. */
function mayHaveLostKeys({ restoredAt, clocks }: Pick<Payments, "restoredAt" | "clocks">): boolean {
	return clocks.real.now() - restoredAt() < dayMs;
}

/** The transaction may have outlived its key, on a day that a clock had twice. */
function isIdTaken(error: unknown): boolean {
	return wasRefused(error) || (error instanceof Problem && error.reason === "idempotency_key_in_progress");
}

async function findLostTransaction(
	{ database, vault, findLostFrom }: Pick<Payments, "database" | "vault" | "findLostFrom">,
	keyed: KeyedRequest,
): Promise<Transaction | undefined> {
	if ((await findKeyUse(database, keyed)) !== undefined) return undefined;
	const { merchantId, now } = keyed;
	const lostFrom = await findLostFrom(now - dayMs);
	// Without a restore, only today's id can be taken.
	const madeFrom = lostFrom ?? 0;
	const days = lostFrom === undefined ? 1 : Math.min(maximumDays, dayOf(now) - dayOf(madeFrom) + 1);
	const transactionIds = Array.from({ length: days }, (_, back) => idOfDay(vault, keyed, dayOf(now) - back));
	return findNewest(database, merchantId, { transactionIds, madeFrom });
}
