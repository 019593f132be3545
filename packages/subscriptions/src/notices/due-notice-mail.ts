import type { Database } from "@cardseal/platform/db";
import type { DueMail, Mail } from "@cardseal/platform/mail";
import type { CardLinks } from "./card-link.ts";
import type { Notice } from "./notice.ts";
import { cardExpiringMail, paymentFailedMail, suspendedMail } from "./notice-mail.ts";
import { findExpiringCards, findFailedPayments, findSuspendedSubscriptions } from "./notices.store.ts";
import { readAttemptReference, readExpiryReference } from "./reference.ts";

export const readDuePaymentFailed = (links: CardLinks) => async (database: Database, references: string[]) => {
	const notices = await findFailedPayments(database, attemptsOf(references));
	return notices.map((notice) => dueMail(notice, (host) => paymentFailedMail(notice, { host, links })));
};

export const readDueSuspended = (links: CardLinks) => async (database: Database, references: string[]) => {
	const notices = await findSuspendedSubscriptions(database, attemptsOf(references));
	return notices.map((notice) => dueMail(notice, (host) => suspendedMail(notice, { host, links })));
};

export const readDueCardExpiring = (links: CardLinks) => async (database: Database, references: string[]) => {
	const cards = references.map((reference) => ({ reference, ...readExpiryReference(reference) }));
	const notices = await findExpiringCards(database, cards);
	return notices.map((notice) => dueMail(notice, (host) => cardExpiringMail(notice, { host, links })));
};

function attemptsOf(references: string[]) {
	return references.map((reference) => ({ reference, ...readAttemptReference(reference) }));
}

/** Without `bcc_emails`, which are for receipts. */
function dueMail({ reference, merchantId, email }: Notice, write: (host: string) => Mail): DueMail {
	return { reference, merchantId, to: email, blindCopies: [], write };
}
