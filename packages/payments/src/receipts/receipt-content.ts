import { formatAmount, type Language, withoutInvisible } from "@cardseal/platform";
import { formatTime, type MailLine } from "@cardseal/platform/mail";
import { type ReceiptType, typeWithReceipt } from "./receipt.ts";
import { receiptWords } from "./receipt-words.ts";
import type { Receipt } from "./receipts.store.ts";

/** What the mail and the page say, in reading order. */
export interface ReceiptContent {
	subject: string;
	title: string;
	paragraphs: string[];
	headline: MailLine;
	lines: MailLine[];
}

/** @throws when the transaction has no receipt */
export function receiptContent(receipt: Receipt, language: Language): ReceiptContent {
	const words = receiptWords[language];
	const type = typeWithReceipt(receipt);
	const { title, total } = words.types[type];
	const merchant = withoutInvisible(receipt.merchantName);
	const amount = formatAmount(receipt.amount_cents, receipt.currency, language);
	return {
		subject: words.subject(title, amount, merchant),
		title: words.from(title, merchant),
		paragraphs: type === "authorization" ? [words.heldNotCharged(merchant)] : [],
		headline: { name: total, value: amount },
		lines: [...amountLines(receipt, language), ...paymentLines(receipt, type, language), ...taxNumberLines(receipt)],
	};
}

/** None where the amount is not split. */
function amountLines(receipt: Receipt, language: Language): MailLine[] {
	const { amount_cents: cents, amount_tax_cents: taxCents, amount_tip_cents: tipCents, currency } = receipt;
	if (taxCents === null && tipCents === null) return [];
	const words = receiptWords[language];
	const line = (name: string, partCents: number) => ({ name, value: formatAmount(partCents, currency, language) });
	return [
		line(words.subtotal, cents - (taxCents ?? 0) - (tipCents ?? 0)),
		...(taxCents === null ? [] : [line(words.tax, taxCents)]),
		...(tipCents === null ? [] : [line(words.tip, tipCents)]),
		line(words.total, cents),
	];
}

function paymentLines(receipt: Receipt, type: ReceiptType, language: Language): MailLine[] {
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

function taxNumberLines({ tax_numbers }: Receipt): MailLine[] {
	return tax_numbers.map(({ label, number }) => ({ name: withoutInvisible(label), value: withoutInvisible(number) }));
}
