import { findCustomersByEmail } from "@cardseal/customers";
import type { Merchant } from "@cardseal/merchants";
import { newLookupId } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import { queueMail } from "@cardseal/platform/mail";
import type { LinkPayers } from "../payers.ts";
import { macOfAddress, sessionMs } from "./portal-session.ts";
import { insertSessions } from "./sessions.store.ts";

/** One address rarely has more accounts at a merchant. */
const maximumCustomers = 10;

/** Mails one link for each customer that has the address; nothing without one. */
export async function mailLink(
	{ payments: { database, clocks, vault } }: LinkPayers,
	merchant: Merchant,
	email: string,
	caller: Caller,
): Promise<void> {
	const given = { merchantId: merchant.id, email, limit: maximumCustomers };
	const sessions = (await findCustomersByEmail(database, given)).map(({ lookup_id: customer }) => ({
		lookup_id: newLookupId(),
		customer_lookup_id: customer,
	}));
	if (sessions.length === 0) return;
	const mailId = newLookupId();
	const mailedTo = macOfAddress({ vault }, merchant.id, email);
	const expiresAt = clocks.real.now() + sessionMs;
	const shared = { merchant_id: merchant.id, mail_id: mailId, mailed_to: mailedTo, expires_at: expiresAt };
	await database.transaction().execute(async (transaction) => {
		await insertSessions(
			transaction,
			sessions.map((session) => ({ ...session, ...shared })),
		);
		await queueMail(transaction, [{ kind: "portal_link", reference: mailId }]);
		for (const { lookup_id: session, customer_lookup_id: object } of sessions) {
			await recordEvent(transaction, clocks, {
				type: "portal_session.created",
				object,
				details: { session },
				merchantId: merchant.id,
				caller,
			});
		}
	});
}
