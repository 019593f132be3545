import { type CheckRules, findMerchant, hasMismatch, rejectionOf } from "@cardseal/merchants";
import type { Database } from "@cardseal/platform/db";
import { type Accepted, type Decline, type ListedRequest, type Outcome, ruleDeclineCodes } from "@cardseal/vault";
import type { Transaction } from "../tables.ts";
import { findTransaction } from "../transaction/transactions.store.ts";
import { findReversal } from "./reversals.store.ts";

type Charge = Pick<Transaction, "initiated_by" | "merchant_id">;

type Answer = Outcome | Accepted | { result: "not_received" | "declined_as_card_testing" };

/**
 * Returns the decline of an approved charge that a rule of the merchant rejects. Charges without the cardholder, such as
 * renewals, are exempt: a code is not sent with them.
 */
export function planRejection(
	rules: CheckRules,
	{ initiated_by: initiatedBy }: Pick<Charge, "initiated_by">,
	answer: Answer,
): Decline | undefined {
	if (answer.result !== "approved" || initiatedBy !== "cardholder") return undefined;
	return rejectionOf(rules, answer);
}

/** Reads the merchant's rules only for an approval that they could reject. */
export async function findRejection(database: Database, charge: Charge, answer: Answer): Promise<Decline | undefined> {
	if (answer.result !== "approved" || !hasMismatch(answer)) return undefined;
	const merchant = await findMerchant(database, { id: charge.merchant_id });
	return merchant && planRejection(merchant, charge, answer);
}

/** The processor has an approval and a reversal of such a charge. */
export function isDeclinedByRule({ decline_code: code }: Pick<Transaction, "decline_code">): boolean {
	return ruleDeclineCodes.some((one) => one === code);
}

/** Tells whether a listed request reversed a charge that a rule declined. A restore may have lost its row. */
export async function isReversal(
	database: Database,
	merchantId: number,
	{ reference, originalReference }: Pick<ListedRequest, "reference" | "originalReference">,
): Promise<boolean> {
	if ((await findReversal(database, merchantId, reference)) !== undefined) return true;
	if (originalReference === null) return false;
	const original = await findTransaction(database, merchantId, { transactionId: originalReference });
	return original !== undefined && isDeclinedByRule(original);
}
