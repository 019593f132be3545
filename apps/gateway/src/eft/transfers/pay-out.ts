import type { Caller } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import type { Customer } from "../../customers/tables.ts";
import type { Database } from "../../db/database.ts";
import type { KeyedRequest } from "../../idempotency/keyed-request.ts";
import { type Once, once, respondOnce } from "../../idempotency/once.ts";
import { newLookupId } from "../../ids.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import { Problem } from "../../problem.ts";
import { customerColumns } from "../customer-columns.ts";
import type { Eft } from "../eft.ts";
import { holdFunds, withWalletLock } from "../wallet/wallet.ts";
import { beginEftTransaction } from "./begin-eft-transaction.ts";
import { type EftRecord, type EftResponse, eftRecordOf } from "./eft-record.ts";
import type { RailDetails } from "./eft-transactions.store.ts";

const notEnough = () =>
	new Problem("BAD_REQUEST", "There is not enough in the wallet. Read the available balance, and send at most that.");

/** Money that is to leave a wallet for a bank account. */
export interface PayOut {
	merchant: Merchant;
	caller: Caller;
	keyed: KeyedRequest | undefined;
	kind: "send" | "deposit";
	cents: number;
	description: string | null;
	/** Whom it goes to, where that is a customer. */
	customer: Customer | undefined;
	/** Whose bank account, and which; asked for within the database transaction. */
	destination(transaction: Database): Promise<Omit<RailDetails, "rail">>;
}

/**
 * Holds money of a wallet and queues its payment, once for each key. The rail gets it when the database transaction is
 * committed, from whichever gateway comes first.
 *
 * @throws Problem 400 when so much is not available, 409 when no rail takes this merchant's payments, 422
 */
export async function payOut(eft: Eft, order: PayOut): Promise<Once<EftResponse>> {
	const { merchant, keyed } = order;
	const keyedRequest = { merchantId: merchant.id, keyed };
	return once<EftResponse>(eft.database, keyedRequest, () => {
		const rail = eft.rails.railFor(merchant).name;
		return withWalletLock(eft.database, merchant.id, (transaction) =>
			respondOnce(transaction, keyedRequest, async () => ({
				status: 200,
				body: await hold(eft, transaction, order, rail),
			})),
		);
	});
}

async function hold(
	{ clocks }: Pick<Eft, "clocks">,
	transaction: Database,
	{ merchant, caller, kind, cents, description, customer, destination }: PayOut,
	rail: RailDetails["rail"],
): Promise<EftRecord> {
	const now = clocks.business.now();
	const { partyName, bankAccountId, maskedAccount } = await destination(transaction);
	const written = await beginEftTransaction(transaction, {
		transaction_id: newLookupId(),
		merchant_id: merchant.id,
		kind,
		...(customer && customerColumns(customer)),
		amount_cents: cents,
		description,
		rail,
		party_name: partyName,
		bank_account_id: bankAccountId,
		masked_account: maskedAccount,
		created_at: now,
	});
	const { transaction_id: transactionId } = written;
	if (!(await holdFunds(transaction, { merchantId: merchant.id, transactionId, cents, now }))) throw notEnough();
	await recordEvent(transaction, clocks, {
		type: `${kind}.requested`,
		object: transactionId,
		details: { amount_cents: cents },
		merchantId: merchant.id,
		caller,
	});
	return eftRecordOf(written);
}
