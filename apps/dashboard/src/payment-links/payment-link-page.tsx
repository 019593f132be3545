import { useState } from "preact/hooks";
import { renderSVG } from "uqr";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { cardName } from "../transactions/transaction-words.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Button, SendButton, type SendButtonProps } from "../ui/button.tsx";
import { confirmDialog, useDialog } from "../ui/dialog.tsx";
import { Loaded, type Resource, useGet } from "../ui/loading/loaded.tsx";
import { News, PageHead, Panel } from "../ui/page.tsx";
import { DetailsPanel, linkTo, type Pair, Pairs } from "../ui/pairs.tsx";
import { QrCode, Snippet } from "../ui/snippet.tsx";
import { LinkStatusChip, type PaymentLink, paidAt } from "./link-words.tsx";

const route = "/transaction-service/payment-link/{lookup_id}";

export function PaymentLinkPage({ link_lookup_id: id }: { link_lookup_id: string }) {
	const resource = useGet(route, { path: { lookup_id: id } });
	return (
		<Loaded resource={resource} parent="paymentLinks">
			{(link) => <LinkDetails link={link} resource={resource} />}
		</Loaded>
	);
}

function LinkDetails({ link, resource }: { link: PaymentLink; resource: Resource<PaymentLink> }) {
	const app = useApp();
	const { api, words, formats, may } = app;
	const phrases = words.paymentLinks;
	const { dialog, open, close } = useDialog();
	const [news, setNews] = useState("");
	const money = formats.money(link.amount, link.currency);
	const isOpen = link.status === "OPEN";

	const cancellation = confirmDialog(phrases.cancel, phrases.cancelExplanation(money), {
		keep: phrases.keep,
		send: () => api.delete(route, { path: { lookup_id: link.lookup_id } }),
		// The gateway refuses to cancel a link that was paid meanwhile.
		onClose: () => {
			close();
			void resource.load();
		},
		onDone: (canceled) => {
			close();
			setNews(phrases.canceled);
			resource.show(canceled);
		},
	});
	return (
		<>
			<PageHead status={<LinkStatusChip link={link} />} title={phrases.named(money)} back="paymentLinks">
				<SendLinkButton link={link} onSent={(sent) => resource.show(sent)} onNews={setNews} />
				{isOpen && may("charge") && <Button label={phrases.cancel} onClick={() => open(cancellation)} />}
			</PageHead>
			<News text={news} />
			{isOpen && (
				<section class="section">
					<Snippet label={phrases.address} text={link.url} />
					<p class="muted small">{phrases.addressHint}</p>
					<QrCode svg={renderSVG(link.url, { border: 4 })} alt={phrases.qrCode} />
				</section>
			)}
			<Panel title={phrases.payer}>
				<Pairs pairs={payerPairs(app, link)} />
				{link.transaction_id !== null && <PaidBy id={link.transaction_id} />}
			</Panel>
			{link.consent !== null && (
				<Panel title={phrases.consent}>
					<p lang={link.consent.language}>{link.consent.text}</p>
					<Pairs
						pairs={[
							[phrases.agreed, formats.moment(link.consent.at)],
							[phrases.sha256, <Breakable key="hash" text={link.consent.sha256} />],
						]}
					/>
				</Panel>
			)}
			<DetailsPanel pairs={detailPairs(app, link)} metadata={link.metadata} />
			{dialog}
		</>
	);
}

function PaidBy({ id }: { id: string }) {
	const phrases = useApp().words.paymentLinks;
	const payment = useGet("/transaction-service/transaction/{transaction_id}", { path: { transaction_id: id } });
	return (
		<Loaded resource={payment}>
			{(paid) => (
				<Pairs
					pairs={[
						[phrases.paidWith, cardName(paid)],
						[phrases.payersEmail, paid.email],
					]}
				/>
			)}
		</Loaded>
	);
}

function payerPairs({ words, formats }: App, link: PaymentLink): Pair[] {
	const phrases = words.paymentLinks;
	const { opened_at: openedAt, mailed_at: mailedAt, mails, transaction_id, attempts } = link;
	const { eft_transaction_id, subscription_lookup_id, customer_lookup_id } = link;
	const paid = paidAt(link);
	return [
		[phrases.mailed, mailedAt !== null && `${phrases.times(formats.count(mails))} · ${formats.moment(mailedAt)}`],
		[phrases.opened, openedAt === null ? phrases.notOpened : formats.moment(openedAt)],
		[phrases.attempts, attempts > 0 && phrases.times(formats.count(attempts))],
		[phrases.columns.paid, paid !== undefined && formats.moment(paid)],
		[
			phrases.payment,
			transaction_id !== null && linkTo(hrefOf("transaction", { transaction_id }), words.transactions.show),
		],
		[
			phrases.bankPayment,
			eft_transaction_id !== null &&
				linkTo(hrefOf("walletPayment", { transaction_id: eft_transaction_id }), words.transactions.show),
		],
		[
			phrases.subscription,
			subscription_lookup_id !== null &&
				customer_lookup_id !== null &&
				linkTo(hrefOf("subscription", { customer_lookup_id, subscription_lookup_id }), phrases.showSubscription),
		],
	];
}

function detailPairs({ words, formats }: App, link: PaymentLink): Pair[] {
	const phrases = words.paymentLinks;
	const { amount_tax: tax, amount_tip: tip, status, ended_at: endedAt, expires_at: expiresAt } = link;
	const { plan_lookup_id, customer_lookup_id } = link;
	return [
		[phrases.columns.description, link.description],
		[phrases.columns.amount, formats.money(link.amount, link.currency)],
		[phrases.tax, tax !== null && formats.money(tax, link.currency)],
		[phrases.tip, tip !== null && formats.money(tip, link.currency)],
		[phrases.operation, plan_lookup_id === null && phrases.operations[link.operation]],
		[
			phrases.method,
			plan_lookup_id === null && phrases.methods[link.methods.join(" ") as keyof typeof phrases.methods],
		],
		[phrases.plan, plan_lookup_id !== null && linkTo(hrefOf("plan", { plan_lookup_id }), plan_lookup_id)],
		[words.transactions.filters.invoice_id, link.invoice_id],
		[phrases.email, link.email],
		[
			words.transactions.columns.customer,
			customer_lookup_id !== null && linkTo(hrefOf("customer", { customer_lookup_id }), customer_lookup_id),
		],
		[phrases.language, phrases.languages[link.language ?? ""]],
		[phrases.columns.created, formats.moment(link.created_at)],
		[phrases.expires, status === "OPEN" && formats.moment(expiresAt)],
		[phrases.statuses.EXPIRED, status === "EXPIRED" && formats.moment(endedAt ?? expiresAt)],
		[phrases.statuses.CANCELED, status === "CANCELED" && endedAt !== null && formats.moment(endedAt)],
		[phrases.id, link.lookup_id],
	];
}

interface SendLinkButtonProps extends Pick<SendButtonProps, "onNews"> {
	link: PaymentLink;
	onSent: (link: PaymentLink) => void;
}

function SendLinkButton({ link, onSent, onNews }: SendLinkButtonProps) {
	const { api, words, may } = useApp();
	const { email, lookup_id: id, status } = link;
	if (status !== "OPEN" || email === null || !may("charge")) return null;

	async function send(): Promise<string> {
		onSent(await api.post("/transaction-service/payment-link/{lookup_id}/send", { path: { lookup_id: id } }));
		return words.paymentLinks.sent(email ?? "");
	}

	return <SendButton label={words.paymentLinks.send} send={send} onNews={onNews} />;
}
