import type { ActionNeeded } from "@cardseal/vault";
import type { Payments } from "../payments.ts";
import type { Transaction } from "../tables.ts";
import type { NextAction } from "../transaction/next-action.ts";
import { recordOf } from "../transaction/transaction-record.ts";
import { findPayerAction, keepPayerAction } from "./payer-actions.store.ts";
import { payerPagePath } from "./payer-page.ts";

/** A payer who is away for longer has given up. */
export const payerTimeMs = 15 * 60_000;

/**
 * Keeps the payer's way to the bank; the charge stays PENDING.
 *
 * @param returnUrl the merchant's page to return to
 * @returns `false` without an address that the payer's browser may open: the charge must be abandoned
 */
export async function awaitPayer(
	{ database, clocks, log }: Pick<Payments, "database" | "clocks" | "log">,
	pending: Transaction,
	{ action, processorTransactionId }: ActionNeeded,
	returnUrl: string | null,
): Promise<boolean> {
	const isRight = isBanksAddress(action.url);
	if (!isRight) log.error({ transaction_id: pending.transaction_id }, "the address of a bank is not https");
	const now = clocks.real.now();
	await keepPayerAction(database, {
		record: recordOf(pending),
		processorTransactionId,
		action: isRight ? action : { ...action, url: "", fields: {} },
		returnUrl,
		expiresAt: isRight ? now + payerTimeMs : now,
		now: clocks.business.now(),
	});
	return isRight;
}

/** The bank of the sandbox is on this machine. */
function isBanksAddress(url: string): boolean {
	if (!URL.canParse(url)) return false;
	const { protocol, hostname, username, password } = new URL(url);
	const isLocal = protocol === "http:" && /(^|\.)localhost$/.test(hostname);
	return (protocol === "https:" || isLocal) && username === "" && password === "";
}

/** The payer's page, while the payer may authenticate. */
export async function nextActionOf(
	{ database, vault, clocks, publicUrl }: Pick<Payments, "database" | "vault" | "clocks" | "publicUrl">,
	{ status, transaction_id: transactionId }: Transaction,
): Promise<NextAction | null> {
	if (status !== "PENDING") return null;
	const action = await findPayerAction(database, transactionId);
	if (action === undefined || action.returned !== null || action.ended_at !== null) return null;
	if (action.expires_at <= clocks.real.now()) return null;
	return {
		type: "challenge",
		url: `${publicUrl}${payerPagePath(vault, transactionId)}`,
		expires_at: action.expires_at,
	};
}
