import { withdrawRequest } from "@cardseal/eft";
import { type Clocks, Problem } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { LinkPayers } from "../payers.ts";
import type { PaymentLink } from "../tables.ts";
import { claimAttempt, setBankRequest } from "./links.store.ts";

/** Longer than a request may take to write its transaction or subscription. */
const claimMs = 120_000;

export const beingPaid = () =>
	new Problem("link_being_paid", "This payment is being made just now. Look again in a minute.");

export const linkEnded = () => new Problem("link_not_open", "This link cannot be paid any more.");

/**
 * Takes an open link for one attempt, as it was read.
 *
 * @throws Problem 409 when it ended, or another request took it
 */
export async function claimLink(
	{ payments: { database, clocks } }: Pick<LinkPayers, "payments">,
	link: PaymentLink,
	attempt: { attempts: number; transactionId: string | null },
): Promise<void> {
	const realNow = clocks.real.now();
	const times = { now: clocks.business.now(), realNow, claimedUntil: realNow + claimMs };
	await database.transaction().execute(async (transaction) => {
		const claimed = await claimAttempt(transaction, { link, ...attempt, ...times });
		if (claimed === undefined || !(await withdrawFromBank(clocks, transaction, claimed))) throw beingPaid();
	});
}

/** Ends the unanswered request of a locked link. Returns `false` when the payer accepted it. */
export async function withdrawFromBank(clocks: Clocks, transaction: Database, link: PaymentLink): Promise<boolean> {
	const { eft_transaction_id: requestId } = link;
	if (requestId === null) return true;
	if (!(await withdrawRequest({ clocks }, transaction, requestId))) return false;
	await setBankRequest(transaction, link, null);
	return true;
}
