import { Problem } from "@cardseal/platform";
import type { LinkPayers } from "../payers.ts";
import type { PaymentLink } from "../tables.ts";
import { claimAttempt } from "./links.store.ts";

/** Longer than a request may take to write its transaction or subscription. */
const claimMs = 120_000;

export const beingPaid = () =>
	new Problem("link_being_paid", "This payment is being made just now. Look again in a minute.");

export const linkOver = () => new Problem("link_not_open", "This link cannot be paid any more.");

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
	if (!(await claimAttempt(database, { link, ...attempt, ...times }))) throw beingPaid();
}
