import { formatDay } from "../../mail/format.ts";
import type { Mail } from "../../mail/mail.ts";
import { subjectOf, writeMail } from "../../mail/write-mail.ts";
import { formatAmount } from "../../money.ts";
import { withoutInvisible } from "../../text.ts";
import type { PaymentRequest } from "./request.ts";

export interface RequestMailOptions {
	/** The payer's link to the request: a secret. */
	link: string;
	/** The host part of the Message-ID. */
	host: string;
	/** The reply address; null if the merchant has set none. */
	replyTo: string | null;
}

/** Writes the mail with the request to its payer. Pure; a request always gets the same Message-ID. */
export function requestMail(request: PaymentRequest, { link, host, replyTo }: RequestMailOptions): Mail {
	const merchant = withoutInvisible(request.merchant.name);
	const amount = formatAmount(request.amountCents, "CAD");
	const description = withoutInvisible(request.description ?? "");
	const isTest = request.merchant.mode === "demo";
	const title = `${merchant} requests ${amount} from you`;
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
				"Open the link to pay from your bank account or to decline. The link is for you only: do not share it.",
				`If you do not know ${merchant} or do not owe this amount, decline or ignore this request.`,
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
