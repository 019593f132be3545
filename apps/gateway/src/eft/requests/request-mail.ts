import { formatDay } from "../../mail/format.ts";
import type { Mail } from "../../mail/mail.ts";
import { subjectOf, writeMail } from "../../mail/write-mail.ts";
import { formatAmount } from "../../money.ts";
import { withoutInvisible } from "../../text.ts";
import type { MoneyRequest } from "./request.ts";

export interface RequestMailOptions {
	/** Where the request is answered: a secret, for the payer alone. */
	link: string;
	/** The name that Message-IDs end in. */
	host: string;
	/** Where answers to the mail go; nowhere when the merchant has not said. */
	replyTo: string | null;
}

/** Writes the mail that asks a payer for money. Pure; the same request is the same mail with the same Message-ID. */
export function requestMail(request: MoneyRequest, { link, host, replyTo }: RequestMailOptions): Mail {
	const merchant = withoutInvisible(request.merchant.name);
	const amount = formatAmount(request.amountCents, "CAD");
	const description = withoutInvisible(request.description ?? "");
	const isTest = request.merchant.mode === "demo";
	const title = `${merchant} asks you for ${amount}`;
	return {
		messageId: `eft-request.${request.transactionId}@${host}`,
		senderName: merchant,
		replyTo: replyTo ?? undefined,
		to: request.payerEmail,
		blindCopies: [],
		subject: subjectOf(title, isTest),
		...writeMail({
			title,
			isTest,
			paragraphs: [
				"Open the link to pay from your bank account, or to decline. The link is for you alone: do not pass it on.",
				`If you do not know ${merchant}, or do not owe them this, decline or do nothing.`,
			],
			headline: { name: "Amount", value: amount },
			lines: [
				...(description === "" ? [] : [{ name: "For", value: description }]),
				{ name: "Answer by", value: formatDay(request.expiresAt, request.merchant.timeZone) },
				{ name: "Request number", value: request.processorTransactionId },
			],
			link: { name: "See the request", address: link },
			isAnswerRead: replyTo !== null,
		}),
	};
}
