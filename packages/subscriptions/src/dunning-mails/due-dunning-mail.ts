import type { Database } from "@cardseal/platform/db";
import type { DueMail, Mail } from "@cardseal/platform/mail";
import type { CardLinks } from "./card-link.ts";
import { cardExpiringMail, paymentFailedMail, suspendedMail } from "./dunning-mail.ts";
import type { DunningMail } from "./dunning-mail-data.ts";
import { findExpiringCards, findFailedPayments, findSuspendedSubscriptions } from "./dunning-mails.store.ts";
import { readAttemptReference, readExpiryReference } from "./reference.ts";

export const readDuePaymentFailed = (links: CardLinks) => async (database: Database, references: string[]) => {
	const mails = await findFailedPayments(database, attemptsOf(references));
	return mails.map((mail) => dueMail(mail, (host) => paymentFailedMail(mail, { host, links })));
};

export const readDueSuspended = (links: CardLinks) => async (database: Database, references: string[]) => {
	const mails = await findSuspendedSubscriptions(database, attemptsOf(references));
	return mails.map((mail) => dueMail(mail, (host) => suspendedMail(mail, { host, links })));
};

export const readDueCardExpiring = (links: CardLinks) => async (database: Database, references: string[]) => {
	const cards = references.map((reference) => ({ reference, ...readExpiryReference(reference) }));
	const mails = await findExpiringCards(database, cards);
	return mails.map((mail) => dueMail(mail, (host) => cardExpiringMail(mail, { host, links })));
};

function attemptsOf(references: string[]) {
	return references.map((reference) => ({ reference, ...readAttemptReference(reference) }));
}

/** Dunning mails go to the customer only: `bcc_emails` is for receipts. */
function dueMail({ reference, merchantId, email }: DunningMail, write: (host: string) => Mail): DueMail {
	return { reference, merchantId, to: email, blindCopies: [], write };
}
