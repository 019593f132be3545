import { useState } from "preact/hooks";
import { renderSVG } from "uqr";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { cardName } from "../transactions/transaction-words.ts";
import { Breakable } from "../ui/breakable.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import type { Resource } from "../ui/loading/resource.ts";
import { Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { MetadataSection } from "../ui/metadata-section.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { type Pair, Pairs } from "../ui/pairs.tsx";
import { Snippet } from "../ui/snippet.tsx";
import { type PaymentLink, paidAt } from "./link-words.ts";
import { SendLinkButton } from "./send-link-button.tsx";
import { LinkStatusChip } from "./status-chip.tsx";

const route = "/transaction-service/payment-link/{lookup_id}";

/** One payment link: its address for the payer, and what the payer did. */
export function PaymentLinkPage({ link_lookup_id: id }: { link_lookup_id: string }) {
	const { api } = useApp();
	const resource = useResource((signal) => api.get(route, { path: { lookup_id: id }, signal }), id);
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
	const [isCanceling, setCanceling] = useState(false);
	const [news, setNews] = useState("");
	const money = formats.money(link.amount, link.currency);
	const isOpen = link.status === "OPEN";

	/** The gateway refuses to cancel a link that was paid meanwhile. */
	function closeAndRead(): void {
		setCanceling(false);
		void resource.load();
	}

	return (
		<>
			<PageHead title={phrases.named(money)} back={{ href: hrefOf("paymentLinks", {}), label: phrases.title }}>
				<SendLinkButton link={link} onSent={(sent) => resource.show(sent)} onNews={setNews} />
				{isOpen && may("charge") && (
					<button type="button" class="button-quiet" onClick={() => setCanceling(true)}>
						{phrases.cancel}
					</button>
				)}
			</PageHead>
			<p>
				<LinkStatusChip link={link} />
			</p>
			<div role="status">{news && <p class="notice">{news}</p>}</div>
			{isOpen && (
				<section class="section">
					<Snippet label={phrases.address} text={link.url} />
					<p class="muted small">{phrases.addressHint}</p>
					{/* As a picture, since a page of ours never makes elements of text. */}
					<img
						class="qr-code"
						src={`data:image/svg+xml,${encodeURIComponent(renderSVG(link.url, { border: 4 }))}`}
						alt={phrases.qrCode}
						width="192"
						height="192"
					/>
				</section>
			)}
			<section class="panel section" aria-labelledby="payer">
				<h2 id="payer">{phrases.payer}</h2>
				<Pairs pairs={payerPairs(app, link)} />
				{link.transaction_id !== null && <PaidBy id={link.transaction_id} />}
			</section>
			{link.consent !== null && (
				<section class="panel section" aria-labelledby="consent">
					<h2 id="consent">{phrases.consent}</h2>
					<p lang={link.consent.language}>{link.consent.text}</p>
					<Pairs
						pairs={[
							[phrases.agreed, formats.moment(link.consent.at)],
							[phrases.sha256, <Breakable key="hash" text={link.consent.sha256} />],
						]}
					/>
				</section>
			)}
			<section class="panel section" aria-labelledby="details">
				<h2 id="details">{phrases.details}</h2>
				<Pairs pairs={detailPairs(app, link)} />
				<MetadataSection metadata={link.metadata} />
			</section>
			{isCanceling && (
				<ConfirmDialog
					title={phrases.cancel}
					keep={phrases.keep}
					send={() => api.delete(route, { path: { lookup_id: link.lookup_id } })}
					onClose={closeAndRead}
					onDone={(canceled) => {
						setCanceling(false);
						setNews(phrases.canceled);
						resource.show(canceled);
					}}
				>
					{phrases.cancelExplanation(money)}
				</ConfirmDialog>
			)}
		</>
	);
}

/** The card and the address of the payer. */
function PaidBy({ id }: { id: string }) {
	const { api, words } = useApp();
	const path = { transaction_id: id };
	const payment = useResource(
		(signal) => api.get("/transaction-service/transaction/{transaction_id}", { path, signal }),
		id,
	);
	const phrases = words.paymentLinks;
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
			transaction_id !== null && (
				<a key="payment" href={hrefOf("transaction", { transaction_id })}>
					{phrases.showPayment}
				</a>
			),
		],
		[
			phrases.bankPayment,
			eft_transaction_id !== null && (
				<a key="bank" href={hrefOf("walletPayment", { transaction_id: eft_transaction_id })}>
					{phrases.showPayment}
				</a>
			),
		],
		[
			phrases.subscription,
			subscription_lookup_id !== null && customer_lookup_id !== null && (
				<a key="subscription" href={hrefOf("subscription", { customer_lookup_id, subscription_lookup_id })}>
					{phrases.showSubscription}
				</a>
			),
		],
	];
}

function detailPairs({ words, formats }: App, link: PaymentLink): Pair[] {
	const phrases = words.paymentLinks;
	const {
		amount_tax: tax,
		amount_tip: tip,
		status,
		ended_at: endedAt,
		expires_at: expiresAt,
		customer_lookup_id,
	} = link;
	return [
		[phrases.columns.description, link.description],
		[phrases.columns.amount, formats.money(link.amount, link.currency)],
		[phrases.tax, tax !== null && formats.money(tax, link.currency)],
		[phrases.tip, tip !== null && formats.money(tip, link.currency)],
		[phrases.operation, link.plan_lookup_id === null && phrases.operations[link.operation]],
		[
			phrases.method,
			link.plan_lookup_id === null && phrases.methods[link.methods.join(" ") as keyof typeof phrases.methods],
		],
		[
			phrases.plan,
			link.plan_lookup_id !== null && (
				<a key="plan" href={hrefOf("plan", { plan_lookup_id: link.plan_lookup_id })}>
					{link.plan_lookup_id}
				</a>
			),
		],
		[phrases.invoice, link.invoice_id],
		[phrases.email, link.email],
		[
			words.transactions.columns.customer,
			customer_lookup_id !== null && (
				<a key="customer" href={hrefOf("customer", { customer_lookup_id })}>
					{customer_lookup_id}
				</a>
			),
		],
		[phrases.language, phrases.languages[link.language ?? ""]],
		[phrases.columns.created, formats.moment(link.created_at)],
		[phrases.expires, status === "OPEN" && formats.moment(expiresAt)],
		[phrases.statuses.EXPIRED, status === "EXPIRED" && formats.moment(endedAt ?? expiresAt)],
		[phrases.statuses.CANCELED, status === "CANCELED" && endedAt !== null && formats.moment(endedAt)],
		[phrases.id, link.lookup_id],
	];
}
