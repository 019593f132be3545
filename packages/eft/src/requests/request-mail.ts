import { formatAmount, type Language, withoutInvisible } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import {
	formatDay,
	languagesOfMail,
	type Mail,
	type MailContent,
	type MailReader,
	type MailSender,
	merchantContact,
	type ReadDueMail,
	writeMail,
} from "@cardseal/platform/mail";
import type { Vault } from "@cardseal/vault";
import { updateEftTransaction } from "../transaction/eft-transactions.store.ts";
import { eftMessages } from "../transaction/messages.ts";
import { requestWords } from "./pages/words.ts";
import type { PaymentRequest } from "./request.ts";
import { payerLink } from "./request-link.ts";
import { findUnanswered, lockRequest } from "./requests.store.ts";

export interface RequestMailOptions {
	/** A secret link. */
	linkIn: (language: Language) => string;
	host: string;
	sender: MailSender;
	payer: MailReader;
}

const mailWords: Record<Language, { open: string; see: string }> = {
	en: {
		open: "Open the link to pay from your bank account or to decline. The link is for you only: do not share it.",
		see: "See the request",
	},
	fr: {
		open: "Ouvrez le lien pour payer à partir de votre compte bancaire ou pour refuser. Ce lien vous est personnel\u00a0: ne le partagez pas.",
		see: "Voir la demande",
	},
};

/** Gives a request always the same Message-ID. */
export function requestMail(request: PaymentRequest, options: RequestMailOptions): Mail {
	const { host, sender, payer } = options;
	return {
		messageId: `eft-request.${request.transactionId}@${host}`,
		senderName: withoutInvisible(sender.merchantName),
		replyTo: sender.replyTo ?? undefined,
		to: request.payerEmail,
		blindCopies: [],
		...writeMail(languagesOfMail(sender, payer), (language) => contentOf(request, options, language)),
	};
}

function contentOf(request: PaymentRequest, { linkIn, sender }: RequestMailOptions, language: Language): MailContent {
	const words = requestWords[language];
	const merchant = withoutInvisible(sender.merchantName);
	const amount = formatAmount(request.amountCents, "CAD", language);
	const description = withoutInvisible(request.description ?? "");
	return {
		title: words.asks(merchant, amount),
		isTest: request.merchant.mode === "demo",
		paragraphs: [mailWords[language].open, words.notThem(merchant)],
		headline: { name: words.amount, value: amount },
		lines: [
			...(description === "" ? [] : [{ name: words.for, value: description }]),
			{ name: words.answerBy, value: formatDay(request.expiresAt, request.merchant.timeZone, language) },
			{ name: words.number, value: request.processorTransactionId },
		],
		link: { name: mailWords[language].see, address: linkIn(language) },
		contact: merchantContact(sender),
	};
}

export function readDueRequests(links: { vault: Vault; publicUrl: string }): ReadDueMail {
	return async (database, transactionIds) => {
		const requests = await findUnanswered(database, transactionIds);
		return requests.map((request) => {
			const { transactionId, merchant, payerEmail, sender, payer } = request;
			const linkIn = (language: Language) => payerLink(links, transactionId, language);
			return {
				reference: transactionId,
				merchantId: merchant.id,
				to: payerEmail,
				blindCopies: [],
				write: (host) => requestMail(request, { linkIn, host, sender, payer }),
				noteGivenUp: (transaction) => noteNotDelivered(transaction, transactionId),
			};
		});
	};
}

async function noteNotDelivered(transaction: Database, transactionId: string): Promise<void> {
	const request = await lockRequest(transaction, transactionId);
	if (request?.answer !== null) return;
	await updateEftTransaction(transaction, transactionId, { message: eftMessages.notDelivered });
}
