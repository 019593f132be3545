import { outsideDeadline } from "@cardseal/platform/db";
import { claimReturn, endPayerAction, findPayerAction } from "../authentication/payer-actions.store.ts";
import { isProof } from "../authentication/payer-page.ts";
import { withTransactionId } from "../authentication/return-url.ts";
import type { Payments } from "../payments.ts";
import type { Transaction } from "../tables.ts";
import { findByReference } from "../transaction/transactions.store.ts";
import { recoverNow } from "./recover.ts";

/** Longer than the processor's answer may take. Then recovery asks again. */
const takenOverMs = 120_000;

/** A charge as its payer may see it. */
export type PayersCharge = {
	transaction: Transaction;
	returnUrl: string | null;
	/** The payer ended the authentication before its time. */
	hasGivenUp: boolean;
} & (
	| {
			state: "open";
			/** The bank's page. */
			action: { url: string; method: "GET" | "POST"; fields: Readonly<Record<string, string>> };
			/** Real time, ms since 1970. */
			expiresAt: number;
	  }
	/** The payer came back, or gave up; the processor has not answered yet. */
	| { state: "deciding" }
	| { state: "approved" | "declined" }
);

/** Returns the address of a page of the gateway; `undefined` for a merchant's address. No row has its secret. */
type AddressOfOwnPage = (name: string) => string | undefined;

interface PayerPage {
	transactionId: string;
	/** The secret part of the page's address. */
	proof: string;
}

/** Returns `undefined` for an address that the gateway never gave. */
export async function findPayersCharge(
	payments: Payments,
	{ transactionId, proof }: PayerPage,
	addressOfOwnPage: AddressOfOwnPage,
): Promise<PayersCharge | undefined> {
	if (!isProof(payments.vault, transactionId, proof)) return undefined;
	const transaction = await findByReference(payments.database, transactionId);
	const action = await findPayerAction(payments.database, transactionId);
	if (transaction === undefined || action === undefined) return undefined;
	const { url, method, fields, expires_at: expiresAt, ended_at: endedAt } = action;
	const page = action.return_url === null ? null : (addressOfOwnPage(action.return_url) ?? action.return_url);
	const returnUrl = page === null ? null : withTransactionId(page, transactionId);
	const hasGivenUp = endedAt !== null && endedAt < expiresAt;
	const seen = { transaction, returnUrl, hasGivenUp };
	if (transaction.status !== "PENDING") {
		return { ...seen, state: transaction.status === "APPROVED" ? "approved" : "declined" };
	}
	const isOver = action.returned !== null || endedAt !== null || expiresAt <= payments.clocks.real.now();
	if (isOver) return { ...seen, state: "deciding" };
	return { ...seen, state: "open", action: { url, method, fields }, expiresAt };
}

/**
 * Ends the charge with what the bank sent. Another return, also at the same time, changes nothing.
 *
 * @param returned of the bank's form and address; anybody could have sent it, so the processor checks it
 */
export async function takeReturn(
	payments: Payments,
	transactionId: string,
	returned: Readonly<Record<string, string>>,
): Promise<void> {
	const takenOverAt = payments.clocks.real.now() + takenOverMs;
	if (await claimReturn(payments.database, transactionId, { returned, takenOverAt })) {
		// The answer must be recorded, however little time the request has left.
		await outsideDeadline(() => recoverNow(payments, transactionId));
	}
}

/** The payer goes no further. Changes nothing once the payer is back. */
export async function giveUp(payments: Payments, transactionId: string): Promise<void> {
	const { database, clocks } = payments;
	if (!(await endPayerAction(database, transactionId, clocks.real.now()))) return;
	await outsideDeadline(() => recoverNow(payments, transactionId));
}
