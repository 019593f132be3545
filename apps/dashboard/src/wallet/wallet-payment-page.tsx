import { useState } from "preact/hooks";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { payerName } from "../transactions/transaction-words.ts";
import { useDialog } from "../ui/dialog.tsx";
import { Loaded, useResource } from "../ui/loading/loaded.tsx";
import { News, PageHead, Warning } from "../ui/page.tsx";
import { DetailsPanel, linkTo, type Pair } from "../ui/pairs.tsx";
import { Asker, DecisionButtons, type Waiting } from "./approvals-panel.tsx";
import { MovementChip } from "./movements-panel.tsx";
import { type Movement, messageOf, signedAmount } from "./wallet-records.ts";

export function WalletPaymentPage({ transaction_id: id }: { transaction_id: string }) {
	const { api } = useApp();
	const [news, setNews] = useState("");
	const resource = useResource(async (signal) => {
		const path = { transaction_id: id };
		const payment = await api.get("/transaction-service-vt/eft/transaction/{transaction_id}", { path, signal });
		if (payment.approval !== "WAITING") return { payment, waiting: undefined };
		const { approvals } = await api.get("/wallet/approvals", { signal });
		return { payment, waiting: approvals.find((one) => one.payment.transaction_id === payment.transaction_id) };
	}, id);

	function showDecided(sentence: string): void {
		setNews(sentence);
		void resource.load();
	}
	return (
		<Loaded resource={resource} parent="wallet">
			{(value) => <Payment {...value} news={news} onDecided={showDecided} />}
		</Loaded>
	);
}

interface PaymentProps {
	payment: Movement;
	waiting: Waiting | undefined;
	news: string;
	onDecided: (sentence: string) => void;
}

function Payment({ payment, waiting, news, onDecided }: PaymentProps) {
	const app = useApp();
	const { words, formats } = app;
	const { dialog, open, ends } = useDialog(onDecided);
	const phrases = words.wallet.payment;
	return (
		<>
			<PageHead
				status={<MovementChip movement={payment} />}
				title={phrases.titles[payment.transaction_kind](formats.money(payment.amount, "CAD"))}
				back="wallet"
			>
				{waiting?.may_decide && <DecisionButtons waiting={waiting} open={open} {...ends} />}
			</PageHead>
			{waiting && <Warning>{phrases.waits(formats.moment(waiting.expires_at))}</Warning>}
			<News text={news} />
			<DetailsPanel
				pairs={[...paymentPairs(app, payment), ...approvalPairs(app, waiting), ...recordPairs(app, payment)]}
				metadata={payment.metadata}
			/>
			{dialog}
		</>
	);
}

function paymentPairs({ words, formats, may }: App, payment: Movement): Pair[] {
	const phrases = words.wallet.payment;
	const { columns } = words.wallet.movements;
	const { customer_lookup_id } = payment;
	const name = payerName(payment);
	const isCustomer = customer_lookup_id !== null && may("customers.read");
	return [
		[columns.amount, signedAmount(formats, payment)],
		[
			isCustomer ? words.transactions.columns.customer : columns.who,
			name !== "" && isCustomer ? linkTo(hrefOf("customer", { customer_lookup_id }), name) : name,
		],
		[words.customers.fields.email, payment.email !== name && payment.email],
		[words.wallet.description, payment.description],
		[phrases.message, messageOf(words, payment)],
	];
}

function approvalPairs({ words }: App, waiting: Waiting | undefined): Pair[] {
	if (waiting === undefined) return [];
	const { account, approvals } = words.wallet;
	return [
		[approvals.columns.by, <Asker key="by" waiting={waiting} />],
		[account.institution, waiting.institution_number],
		[approvals.newPayee, waiting.is_new_payee && words.shared.yes],
	];
}

function recordPairs({ words, formats }: App, payment: Movement): Pair[] {
	const phrases = words.wallet.payment;
	return [
		[words.wallet.movements.columns.time, formats.moment(payment.transaction_time)],
		[phrases.settled, payment.settled_time !== null && formats.moment(payment.settled_time)],
		[phrases.id, payment.transaction_id],
	];
}
