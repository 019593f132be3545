import { maximumBlindCopies } from "../customers/customer-details.ts";
import { html } from "../html.ts";
import type { Mail } from "../mail/mail.ts";
import { hasReceipts, type ReceiptType } from "../payments/receipt-due.ts";
import { withoutInvisible } from "../text.ts";
import type { Receipt } from "./receipt.ts";

/** The words that depend on what happened. */
const words: Record<ReceiptType, { title: string; what: string; total: string }> = {
	sale: { title: "Receipt", what: "Payment", total: "Amount paid" },
	capture: { title: "Receipt", what: "Payment", total: "Amount paid" },
	refund: { title: "Refund", what: "Refund", total: "Amount refunded" },
};

/**
 * Writes the mail of a receipt. Pure; the same receipt is the same mail with the same Message-ID, so that one that had to
 * be sent again is known for what it is.
 *
 * @param host the name that Message-IDs end in
 * @throws when there is nobody to write to, or nothing that a receipt is for
 */
export function receiptMail(receipt: Receipt, host: string): Mail {
	if (!hasReceipts(receipt.type) || receipt.email === null)
		throw new Error("There is no receipt for this transaction.");
	const kind = words[receipt.type];
	const merchant = withoutInvisible(receipt.merchantName);
	const amount = formatAmount(receipt.amount_cents, receipt.currency);
	const lines = linesOf(receipt, kind.what, amount, kind.total);
	const title = `${kind.title} from ${merchant}`;
	return {
		messageId: `receipt.${receipt.transaction_id}@${host}`,
		senderName: merchant,
		replyTo: receipt.replyTo ?? undefined,
		to: receipt.email,
		blindCopies: blindCopiesOf(receipt).filter((_address, place) => !receipt.copiesLeftOut.includes(place)),
		subject: `${receipt.test_mode ? "Test: " : ""}${kind.title} for ${amount} from ${merchant}`,
		text: asText(title, lines, receipt),
		html: asHtml(title, lines, receipt),
	};
}

/** Who is to get blind copies: one mailbox each, and each once; the payer has the mail already. Pure. */
export function blindCopiesOf({ bcc_emails, email }: Pick<Receipt, "bcc_emails" | "email">): string[] {
	const addresses = (bcc_emails ?? "").split(",").map((address) => address.trim());
	const others = addresses.filter((address) => address !== "" && address !== email);
	return [...new Set(others)].slice(0, maximumBlindCopies);
}

interface Line {
	name: string;
	value: string;
}

/** Amount and masked card first; a receipt is read in a list of mails, and on a watch. */
function linesOf(receipt: Receipt, what: string, amount: string, total: string): Line[] {
	const payer = withoutInvisible(`${receipt.first_name ?? ""} ${receipt.last_name ?? ""}`);
	const invoice = withoutInvisible(receipt.invoice_id ?? "");
	return [
		{ name: total, value: amount },
		{ name: "Card", value: `${receipt.card_type} •••• ${receipt.card_suffix}` },
		{ name: "Date", value: formatDate(receipt.created_at, receipt.timeZone) },
		...(payer === "" ? [] : [{ name: "Name", value: payer }]),
		...(invoice === "" ? [] : [{ name: "Invoice", value: invoice }]),
		{ name: `${what} number`, value: receipt.transaction_id },
	];
}

/** "$31.00 CAD": the sign alone would not tell one dollar from the other. */
function formatAmount(cents: number, currency: string): string {
	const format = new Intl.NumberFormat("en-CA", {
		style: "currency",
		currency,
		currencyDisplay: "narrowSymbol",
		minimumFractionDigits: 2,
		maximumFractionDigits: 2,
	});
	return `${format.format(cents / 100)} ${currency}`;
}

function formatDate(milliseconds: number, timeZone: string): string {
	const format = new Intl.DateTimeFormat("en-CA", {
		year: "numeric",
		month: "long",
		day: "numeric",
		hour: "numeric",
		minute: "2-digit",
		timeZoneName: "short",
		timeZone,
	});
	// Intl puts a narrow blank before "p.m.", which old mail clients show as a box.
	return format.format(milliseconds).replaceAll("\u202f", " ");
}

const testNotice = "This is a test: no money has moved.";

function closing({ replyTo }: Receipt): string {
	return replyTo === null ? "Nobody reads answers to this mail." : "Questions? Answer this mail.";
}

function asText(title: string, lines: Line[], receipt: Receipt): string {
	const rows = lines.map(({ name, value }) => `${name}: ${value}`);
	const notice = receipt.test_mode ? [testNotice, ""] : [];
	return [title, "", ...notice, ...rows, "", closing(receipt), ""].join("\n");
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const [textColor, mutedColor, borderColor, pageColor] = ["#0f172a", "#526079", "#d5dbe5", "#f5f7fa"];

/** Tables and styles on the elements themselves, because many mail clients know nothing else; no picture, no link. */
function asHtml(title: string, [total, ...lines]: Line[], receipt: Receipt): string {
	const rows = lines.map(
		({ name, value }) => html`<tr>
<td style="padding:8px 16px 8px 0;border-top:1px solid ${borderColor};color:${mutedColor};vertical-align:top">${name}</td>
<td align="right" style="padding:8px 0;border-top:1px solid ${borderColor};vertical-align:top;word-break:break-word"><bdi>${value}</bdi></td>
</tr>`,
	);
	const notice = html`<p style="margin:0 0 16px;padding:8px 12px;border:1px solid #a15c07;border-radius:8px;background:#fdf4e3">${testNotice}</p>`;
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${title}</title>
</head>
<body style="margin:0;padding:24px 12px;background:${pageColor};color:${textColor};${font};font-size:16px;line-height:1.5">
<div role="main">
<table role="presentation" align="center" width="100%" cellspacing="0" cellpadding="0" style="max-width:480px;margin:0 auto">
<tr><td style="padding:24px;border:1px solid ${borderColor};border-radius:8px;background:#ffffff">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.25"><bdi>${title}</bdi></h1>
${receipt.test_mode ? notice : ""}<p style="margin:0;color:${mutedColor}">${total?.name ?? ""}</p>
<p style="margin:0 0 16px;font-size:28px;line-height:1.25;font-weight:600">${total?.value ?? ""}</p>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="font-size:14px">
${rows}
</table>
<p style="margin:16px 0 0;color:${mutedColor};font-size:14px">${closing(receipt)}</p>
</td></tr>
</table>
</div>
</body>
</html>
`.text;
}
