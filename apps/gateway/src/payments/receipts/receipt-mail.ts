import { maximumBlindCopies } from "../../customers/customer-details.ts";
import { formatTime } from "../../mail/format.ts";
import type { Mail } from "../../mail/mail.ts";
import { type MailLine, subjectOf, writeMail } from "../../mail/write-mail.ts";
import { formatAmount } from "../../money.ts";
import { withoutInvisible } from "../../text.ts";
import type { Receipt } from "./receipt.ts";
import { hasReceipts, type ReceiptType } from "./receipt-due.ts";

const heldNotCharged =
	"This amount is held on your card, not charged. It is charged only when the payment is captured.";

/** The words for each type of transaction. */
const words: Record<ReceiptType, { title: string; what: string; total: string }> = {
	sale: { title: "Receipt", what: "Payment", total: "Amount paid" },
	capture: { title: "Receipt", what: "Payment", total: "Amount paid" },
	authorization: { title: "Authorization", what: "Authorization", total: "Amount held, not charged" },
	refund: { title: "Refund", what: "Refund", total: "Amount refunded" },
};

/**
 * Writes the mail of a receipt. Pure: the same receipt gives the same Message-ID, so that mail servers recognise a retry.
 *
 * @param host the domain of Message-IDs
 * @param copy distinguishes a receipt that staff sent again from the first one
 * @throws when the transaction has no receipt
 */
export function receiptMail(receipt: Receipt, host: string, copy?: string): Mail {
	if (!hasReceipts(receipt.type)) throw new Error("There is no receipt for this transaction.");
	const kind = words[receipt.type];
	const merchant = withoutInvisible(receipt.merchantName);
	const amount = formatAmount(receipt.amount_cents, receipt.currency);
	return {
		messageId: `${["receipt", receipt.transaction_id, copy].filter((part) => part !== undefined).join(".")}@${host}`,
		senderName: merchant,
		replyTo: receipt.replyTo ?? undefined,
		to: receipt.email ?? undefined,
		blindCopies: blindCopiesOf(receipt),
		subject: subjectOf(`${kind.title} for ${amount} from ${merchant}`, receipt.test_mode),
		...writeMail({
			title: `${kind.title} from ${merchant}`,
			isTest: receipt.test_mode,
			paragraphs: receipt.type === "authorization" ? [heldNotCharged] : [],
			// Amount and masked card first.
			headline: { name: kind.total, value: amount },
			lines: linesOf(receipt, kind.what),
			isAnswerRead: receipt.replyTo !== null,
		}),
	};
}

/** Returns the recipients of blind copies, each once and without the payer. Pure. */
export function blindCopiesOf({ bcc_emails, email }: Pick<Receipt, "bcc_emails" | "email">): string[] {
	const addresses = (bcc_emails ?? "").split(",").map((address) => address.trim());
	const others = addresses.filter((address) => address !== "" && address !== email);
	return [...new Set(others)].slice(0, maximumBlindCopies);
}

function linesOf(receipt: Receipt, what: string): MailLine[] {
	const payer = withoutInvisible(`${receipt.first_name ?? ""} ${receipt.last_name ?? ""}`);
	const invoice = withoutInvisible(receipt.invoice_id ?? "");
	const description = withoutInvisible(receipt.description ?? "");
	return [
		{ name: "Card", value: `${receipt.card_type} •••• ${receipt.card_suffix}` },
		{ name: "Date", value: formatTime(receipt.created_at, receipt.timeZone) },
		...(description === "" ? [] : [{ name: "For", value: description }]),
		...(payer === "" ? [] : [{ name: "Name", value: payer }]),
		...(invoice === "" ? [] : [{ name: "Invoice", value: invoice }]),
		{ name: `${what} number`, value: receipt.transaction_id },
	];
}
