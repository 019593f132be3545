import type { PaymentHistory, TransactionRecord } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Panel } from "../ui/page.tsx";
import { linkTo, MetadataSection, type Pair, Pairs } from "../ui/pairs.tsx";
import { centsOf } from "./amount.ts";
import { balanceOf } from "./payment-operations.ts";
import { bankAnswer, cardName, payerName } from "./transaction-words.ts";

export interface TransactionDetailsProps {
	transaction: TransactionRecord;
	history: PaymentHistory;
}

export function TransactionDetails({ transaction, history }: TransactionDetailsProps) {
	const app = useApp();
	return (
		<Panel title={app.words.shared.details}>
			<Pairs pairs={[...moneyPairs(app, transaction, history), ...paymentPairs(app, transaction)]} />
			<h3>{app.words.transactions.columns.customer}</h3>
			<Pairs pairs={[...linkPairs(app, transaction, history), ...customerPairs(app, transaction)]} />
			<MetadataSection metadata={transaction.metadata} />
		</Panel>
	);
}

function moneyPairs({ words, formats }: App, transaction: TransactionRecord, history: PaymentHistory): Pair[] {
	const { columns, details } = words.transactions;
	const money = (cents: number) => formats.money(cents / 100, transaction.currency);
	const { amount, transaction_type: type } = transaction;
	const balance = balanceOf(transaction, history);
	return [
		[type === "authorization" ? details.held : columns.amount, money(centsOf(amount))],
		[details.tax, transaction.amount_tax !== null && money(centsOf(transaction.amount_tax))],
		[details.tip, transaction.amount_tip !== null && money(centsOf(transaction.amount_tip))],
		[details.captured, balance?.capturedCents !== undefined && money(balance.capturedCents)],
		[details.refunded, balance && money(balance.refundedCents)],
		[details.left, balance && money(balance.leftCents)],
	];
}

function paymentPairs({ words, formats }: App, transaction: TransactionRecord): Pair[] {
	const { columns, details, filters, channels } = words.transactions;
	return [
		[words.subscriptions.attempts.message, bankAnswer(words, transaction)],
		[details.declineCode, transaction.decline_code],
		[details.cardTesting, transaction.card_testing_reason === null ? undefined : details.declinedAsCardTesting],
		[columns.card, cardName(transaction)],
		[details.expiry, transaction.card_expiry],
		[details.addressCheck, transaction.avs_result === null ? undefined : details.checks[transaction.avs_result]],
		[details.codeCheck, transaction.cvv_result === null ? undefined : details.checks[transaction.cvv_result]],
		...authenticationPairs(details, transaction),
		[columns.time, formats.moment(transaction.transaction_time)],
		[filters.channel, (channels as Record<string, string>)[transaction.transaction_source]],
		[details.withoutPayer, transaction.purpose === null ? undefined : details.purposes[transaction.purpose]],
		[filters.invoice_id, transaction.invoice_id],
		[details.authorization, transaction.processor_auth_code],
		[details.processorReference, transaction.processor_transaction_id],
		[filters.transaction_id, transaction.transaction_id],
		[words.shell.mode, transaction.test_mode ? details.isTest : undefined],
	];
}

/** Only the processor knows who bears fraud, and not each tells. */
function authenticationPairs(
	details: App["words"]["transactions"]["details"],
	{ three_d_secure: result }: TransactionRecord,
): Pair[] {
	if (result === null) return [];
	const { status, liability_shift: isShifted } = result;
	return [
		[details.authentication, details.authentications[status]],
		[details.liability, isShifted === null ? undefined : details.liabilities[isShifted ? "bank" : "merchant"]],
	];
}

function linkPairs(
	{ words, may }: App,
	{ card_lookup_id }: TransactionRecord,
	{ customer, subscription }: PaymentHistory,
): Pair[] {
	if (customer === null || !may("customers.read")) return [];
	const { details } = words.transactions;
	const ids = { customer_lookup_id: customer.lookup_id };
	return [
		[details.onFile, linkTo(hrefOf("customer", ids), payerName(customer))],
		[
			words.terminal.sources.stored,
			card_lookup_id !== null && linkTo(hrefOf("transactions", {}, { card_lookup_id }), details.allWithCard),
		],
		[
			details.subscription,
			subscription !== null &&
				linkTo(hrefOf("subscription", { ...ids, subscription_lookup_id: subscription.lookup_id }), subscription.name),
		],
	];
}

function customerPairs({ words }: App, transaction: TransactionRecord): Pair[] {
	const { details } = words.transactions;
	const { fields } = words.customers;
	const { address1, address2, city, province, postal_code, country } = transaction;
	return [
		[details.name, [transaction.first_name, transaction.last_name].filter(Boolean).join(" ")],
		[fields.company, transaction.company],
		[fields.email, transaction.email],
		[fields.telephone, transaction.telephone],
		[fields.address1, [address1, address2, city, province, postal_code, country].filter(Boolean).join(", ")],
		[fields.custom_id, transaction.custom_id],
	];
}
