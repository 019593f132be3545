import { maximumBlindCopies } from "@cardseal/customers";
import { formatAmount, type Language, withoutInvisible } from "@cardseal/platform";
import {
	formatTime,
	languagesOfMail,
	type Mail,
	type MailContent,
	type MailLine,
	merchantContact,
	writeMail,
} from "@cardseal/platform/mail";
import type { Receipt } from "./receipt.ts";
import { hasReceipts, type ReceiptType } from "./receipt.ts";
import { receiptWords } from "./receipt-words.ts";

/**
 * Repeats the Message-ID for a retry.
 *
 * @param host the domain of Message-IDs
 * @param copy distinguishes a receipt that staff sent again
 * @throws when the transaction has no receipt
 */
export function receiptMail(receipt: Receipt, host: string, copy?: string): Mail {
	const { type } = receipt;
	if (!hasReceipts(type)) throw new Error("There is no receipt for this transaction.");
	return {
		messageId: `${["receipt", receipt.transaction_id, copy].filter((part) => part !== undefined).join(".")}@${host}`,
		senderName: withoutInvisible(receipt.merchantName),
		replyTo: receipt.replyTo ?? undefined,
		to: receipt.email ?? undefined,
		blindCopies: blindCopiesOf(receipt),
		...writeMail(languagesOfMail(receipt, receipt), (language) => contentOf(receipt, type, language)),
	};
}

function contentOf(receipt: Receipt, type: ReceiptType, language: Language): MailContent {
	const words = receiptWords[language];
	const { title, total } = words.types[type];
	const merchant = withoutInvisible(receipt.merchantName);
	const amount = formatAmount(receipt.amount_cents, receipt.currency, language);
	return {
		subject: words.subject(title, amount, merchant),
		title: words.from(title, merchant),
		isTest: receipt.test_mode,
		paragraphs: type === "authorization" ? [words.heldNotCharged(merchant)] : [],
		headline: { name: total, value: amount },
		lines: linesOf(receipt, type, language),
		contact: merchantContact(receipt),
	};
}

/** Returns each mailbox once, in any case, without the payer. */
export function blindCopiesOf({ bcc_emails, email }: Pick<Receipt, "bcc_emails" | "email">): string[] {
	const addresses = (bcc_emails ?? "").split(",").map((address) => address.trim());
	const seen = new Set(["", email?.toLowerCase()]);
	const others = addresses.filter((address) => seen.size < seen.add(address.toLowerCase()).size);
	return others.slice(0, maximumBlindCopies);
}

function linesOf(receipt: Receipt, type: ReceiptType, language: Language): MailLine[] {
	const words = receiptWords[language];
	const payer = withoutInvisible(`${receipt.first_name ?? ""} ${receipt.last_name ?? ""}`);
	const invoice = withoutInvisible(receipt.invoice_id ?? "");
	const description = withoutInvisible(receipt.description ?? "");
	return [
		{ name: words.card, value: `${receipt.card_type} •••• ${receipt.card_suffix}` },
		{ name: words.date, value: formatTime(receipt.created_at, receipt.timeZone, language) },
		...(description === "" ? [] : [{ name: words.for, value: description }]),
		...(payer === "" ? [] : [{ name: words.name, value: payer }]),
		...(invoice === "" ? [] : [{ name: words.invoice, value: invoice }]),
		{ name: words.types[type].number, value: receipt.transaction_id },
	];
}
