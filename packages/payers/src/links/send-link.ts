import { notFound, Problem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import { queueMail } from "@cardseal/platform/mail";
import type { LinkPayers } from "../payers.ts";
import type { PaymentLink } from "../tables.ts";
import { findLink, noteMail } from "./links.store.ts";

/** More would make the gateway a sender of unwanted mail. */
export const maximumMails = 5;

const refusals = {
	noAddress: () => new Problem("link_has_no_email", "This link has no email. Make one with email, or send its url."),
	notOpen: () => new Problem("link_not_open", "Nobody can pay this link any more. Make another one."),
	tooOften: () =>
		new Problem("link_mailed_too_often", `This link was mailed ${maximumMails} times. Send its url in another way.`),
};

/**
 * Mails the link's address to its payer.
 *
 * @throws Problem 404, 409
 */
export async function sendLink(
	{ payments: { database, clocks } }: LinkPayers,
	{ merchantId, lookupId, caller }: { merchantId: number; lookupId: string; caller: Caller },
): Promise<PaymentLink> {
	const now = clocks.business.now();
	return database.transaction().execute(async (transaction) => {
		const sent = await noteMail(transaction, { merchantId, lookupId, now, maximumMails });
		if (sent === undefined) throw refusalOf(await findLink(transaction, lookupId, { merchantId }), now);
		await queueMail(transaction, [{ kind: "payment_link", reference: `${lookupId}.${sent.mails}` }]);
		await recordEvent(transaction, clocks, { type: "payment_link.sent", object: lookupId, merchantId, caller });
		return sent;
	});
}

function refusalOf(link: PaymentLink | undefined, now: number): Problem {
	if (link === undefined) return notFound("payment_link");
	if (link.status !== "OPEN" || link.expires_at <= now) return refusals.notOpen();
	return link.email === null ? refusals.noAddress() : refusals.tooOften();
}
