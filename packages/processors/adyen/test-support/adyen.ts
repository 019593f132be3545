// Adyen's far side: its Checkout and Disputes APIs, reports and webhooks, with books and faults.
import {
	type ContentFault,
	createSkewedClock,
	type RequestKind,
	type SimulatedNetwork,
	type Simulator,
	startNetwork,
} from "@cardseal/processor-kit";
import type { WebhookRequest } from "@cardseal/vault";
import { openAuthentication } from "./authentication.ts";
import { type Books, openBooks, type Payment } from "./books.ts";
import { createCheckout, type Switches } from "./checkout.ts";
import { createDisputes, type Disputes } from "./disputes.ts";
import { accountingReport, bookedLine, settledLine, settlementReport } from "./reports.ts";
import { type Item, itemAbout, webhookOf } from "./webhooks.ts";

export interface Adyen extends Simulator {
	network: SimulatedNetwork;
	books: Books;
	switches: Switches;
	disputes: Disputes;
	/** Reports that can be read, by file name. */
	reports: Map<string, string>;
	reportApiKey: string;
	webhook(items: readonly Item[]): WebhookRequest;
	webhookAbout(reference: string): WebhookRequest;
	/**
	 * Sends a webhook for each outcome, dispute and report, and stops at one that is not taken:
	 * https://docs.adyen.com/development-resources/webhooks/handle-webhook-events
	 */
	sendWebhooks(url: string): Promise<void>;
	openDispute(reference: string): void;
	settle(references: readonly string[]): void;
	/** Makes the payment accounting reports of yesterday, today and tomorrow. */
	reportPayments(): void;
}

/** Occur in no answer by chance. */
export const account = {
	api_key: "AQEyhmfxK4PMaBZ7simulated",
	merchant_account: "ShopECOM",
	live_prefix: "1797a841fbb37ca7-Shop",
	webhook_hmac_key: "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056",
};

const feeCents = 30;
const batchFeeCents = 1_00;
const dayMs = 24 * 60 * 60 * 1000;
const defenceMs = 18 * dayMs;

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

const reportApiKey = "AQEreportsimulated1";

export interface AdyenSimulatorOptions {
	/** ms since 1970. Default: the machine's clock. */
	now?: () => number;
	/** Lost and late requests end after this time, in ms; by default when `endWaiting` is called. */
	waitingMs?: number;
}

export async function startAdyen(options: AdyenSimulatorOptions = {}): Promise<Adyen> {
	const { api_key: apiKey, merchant_account: merchantAccount, webhook_hmac_key: hmacKey } = account;
	const { now, skewClock } = createSkewedClock(options.now);
	const books = openBooks(now);
	const switches = {
		rawCards: true,
		acquirer: true,
		cardsEnabled: true,
		requiresAuthentication: false,
		needsNetworkReference: false,
		additionalData: true,
	};
	const authentication = openAuthentication(() => server.network.url);
	const checkout = createCheckout({ apiKey, merchantAccount, books, authentication, switches });
	const disputes = createDisputes({ apiKey, merchantAccount });
	const reports = new Map<string, string>();
	const sender = { merchantAccount, hmacKey, now };

	function readReport({ headers, url }: Request): Response {
		if (headers.get("x-api-key") !== reportApiKey) return new Response("Unauthorized", { status: 401 });
		const [, , , type, name, file = ""] = new URL(url).pathname.split("/");
		const report = type === "MerchantAccount" && name === merchantAccount ? reports.get(file) : undefined;
		return report === undefined ? new Response("Not found", { status: 404 }) : new Response(report);
	}

	async function handle(request: Request, fault: ContentFault | undefined): Promise<Response> {
		const { pathname } = new URL(request.url);
		if (pathname.startsWith("/reports/")) return readReport(request);
		if (pathname.startsWith("/ca/services/")) return disputes.api.fetch(request);
		if (authentication.isPage(pathname)) return authentication.page(request);
		return checkout.fetch(request, { fault });
	}

	const server = await startNetwork(
		{ handle, kindOf, waitingMs: options.waitingMs },
		{ account, testAccount: { ...account, environment: "test" }, skewClock },
	);
	const queue: Item[] = [];
	const sent = new Set<string>();

	/** Charges and modifications of which no webhook was taken yet, and everything else in the queue. */
	function unsent(): { item: Item; taken: () => void }[] {
		const references = [...books.payments, ...books.modifications].map(({ reference }) => reference);
		const outcomes = references.filter((reference) => !sent.has(reference));
		return [
			...outcomes.map((reference) => ({ item: itemAbout(reference, books), taken: () => void sent.add(reference) })),
			...queue.map((item) => ({ item, taken: () => void queue.splice(queue.indexOf(item), 1) })),
		];
	}

	/** https://docs.adyen.com/risk-management/disputes-api/dispute-notifications */
	function openDispute(reference: string): void {
		const { pspReference, amountCents: value, currency } = paymentOf(reference);
		const dispute = books.newPspReference();
		disputes.open(dispute);
		queue.push({
			eventCode: "NOTIFICATION_OF_CHARGEBACK",
			pspReference: dispute,
			originalReference: pspReference,
			merchantReference: reference,
			amount: { value, currency },
			reason: "Other Fraud-Card Absent Environment",
			additionalData: {
				chargebackReasonCode: "10.4",
				defendable: "true",
				defensePeriodEndsAt: new Date(now() + defenceMs).toISOString(),
				disputeStatus: "Undefended",
			},
		});
	}

	function paymentOf(reference: string): Payment {
		const payment = books.payments.find((one) => one.reference === reference);
		if (payment === undefined) throw new Error("Adyen has no payment of this reference.");
		return payment;
	}

	/** Pays the charges, captures and refunds, less a fee for each and one for the batch, and announces the report. */
	function settle(references: readonly string[]): void {
		const common = { merchantAccount, createdAt: now() };
		const lines = references.map((reference) => {
			const modification = books.modifications.find((one) => one.reference === reference);
			const payment = modification?.payment ?? paymentOf(reference);
			const { amountCents } = modification ?? payment;
			const isRefund = modification?.path === "refunds";
			const grossCents = isRefund ? -amountCents : amountCents;
			const about = { payment, ...(modification && { modificationReference: reference }) };
			return {
				type: isRefund ? "Refunded" : "Settled",
				...about,
				grossCents,
				netCents: grossCents - feeCents,
				...common,
			};
		});
		const fee = { type: "Fee", grossCents: -batchFeeCents, netCents: -batchFeeCents, ...common };
		const netCents = [...lines, fee].reduce((sum, line) => sum + line.netCents, 0);
		const payout = { type: "MerchantPayout", grossCents: -netCents, netCents: -netCents, ...common };
		const file = "settlement_detail_report_batch_12.csv";
		reports.set(file, settlementReport([...lines, fee, payout].map(settledLine)));
		queue.push({ eventCode: "REPORT_AVAILABLE", pspReference: file, merchantReference: "" });
	}
	return {
		...server,
		books,
		switches,
		disputes,
		reports,
		reportApiKey,
		booked: async (wanted) =>
			books
				.entries()
				.filter(({ reference }) => reference === wanted)
				.map(({ reference: _, ...entry }) => entry),
		references: async () => books.entries().map(({ reference }) => reference),
		// https://docs.adyen.com/development-resources/refusal-reasons
		declineCodes: {
			"2": "do_not_honour",
			"5": "not_permitted",
			"6": "expired_card",
			"12": "insufficient_funds",
			"20": "do_not_honour",
			"23": "not_permitted",
			"24": "incorrect_cvv",
			"38": "authentication_required",
		},
		unknownDeclineCode: "99",
		payer: authentication.payer,
		async sendWebhooks(address) {
			for (const { item, taken } of unsent()) {
				const { headers, body } = webhookOf([item], sender);
				const init = { method: "POST", headers: headers as Record<string, string>, body: new Uint8Array(body) };
				if (!(await fetch(address, init)).ok) return;
				taken();
			}
		},
		openDispute,
		settle,
		reportPayments() {
			for (const at of [now() - dayMs, now(), now() + dayMs]) {
				const day = dayOf(at);
				const charges = books.payments.filter((payment) => dayOf(payment.at) === day);
				const results = { approved: "Authorised", declined: "Refused", accepted: "Received" };
				const lines = charges.map((payment) => bookedLine(results[payment.result], payment));
				reports.set(`payments_accounting_report_${day.replaceAll("-", "_")}.csv`, accountingReport(lines));
			}
		},
		webhook: (items) => webhookOf(items, sender),
		webhookAbout: (reference) => webhookOf([itemAbout(reference, books)], sender),
		outcomeWebhook: (reference, signature) => webhookOf([itemAbout(reference, books)], sender, signature),
	};
}

/** The payment that an account is verified with, and no other, has no payer. */
function kindOf({ url }: Request, body: string): RequestKind {
	const { pathname } = new URL(url);
	if (pathname.startsWith("/reports/")) return "events";
	if (pathname.startsWith("/ca/services/")) return "dispute";
	if (pathname.endsWith("/payments/details")) return "authentication";
	if (pathname.startsWith("/checkoutshopper/")) return "account";
	return pathname.endsWith("/paymentMethods") || body.includes('"reference":"verify"') ? "account" : "submit";
}
