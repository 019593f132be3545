import { maximumBlindCopies } from "@cardseal/customers";
import { shownLogo } from "@cardseal/merchants";
import { type Language, withoutInvisible } from "@cardseal/platform";
import { languagesOfMail, type Mail, type MailContent, merchantContact, writeMail } from "@cardseal/platform/mail";
import { receiptContent } from "./receipt-content.ts";
import { type ReceiptLinks, receiptLink } from "./receipt-link.ts";
import { receiptWords } from "./receipt-words.ts";
import type { Receipt } from "./receipts.store.ts";

export interface ReceiptMailing {
	/** The domain of Message-IDs. */
	host: string;
	links: ReceiptLinks;
	/** Distinguishes a receipt that staff sent again. */
	copy?: string;
}

/**
 * Repeats the Message-ID for a retry.
 *
 * @throws when the transaction has no receipt
 */
export function receiptMail(receipt: Receipt, { host, links, copy }: ReceiptMailing): Mail {
	const parts = ["receipt", receipt.transaction_id, copy].filter((part) => part !== undefined);
	return {
		messageId: `${parts.join(".")}@${host}`,
		senderName: withoutInvisible(receipt.merchantName),
		replyTo: receipt.replyTo ?? undefined,
		to: receipt.email ?? undefined,
		blindCopies: blindCopiesOf(receipt),
		...writeMail(languagesOfMail(receipt, receipt), (language) => contentOf(receipt, links, language)),
	};
}

function contentOf(receipt: Receipt, links: ReceiptLinks, language: Language): MailContent {
	const { logo, merchantName } = receipt;
	const address = receiptLink(links, receipt.transaction_id, language);
	return {
		...receiptContent(receipt, language),
		...(logo && { logo: { ...shownLogo(links.publicUrl, logo), name: withoutInvisible(merchantName) } }),
		isTest: receipt.test_mode,
		link: { name: receiptWords[language].page, address },
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
