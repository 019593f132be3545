// Adyen's far side: its Checkout and Disputes APIs, reports and webhooks, with books and faults.
import {
	type ContentFault,
	type RequestKind,
	type SimulatedNetwork,
	type Simulator,
	startFaultyServer,
} from "@cardseal/processor-kit";
import type { WebhookRequest } from "@cardseal/vault";
import { type Books, openBooks } from "./books.ts";
import { createCheckout, type Switches } from "./checkout.ts";
import { createDisputes, type Disputes } from "./disputes.ts";
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
}

/** Occur in no answer by chance. */
export const account = {
	api_key: "AQEyhmfxK4PMaBZ7simulated",
	merchant_account: "ShopECOM",
	live_prefix: "1797a841fbb37ca7-Shop",
	webhook_hmac_key: "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056",
};

const reportApiKey = "AQEreportsimulated1";

export async function startAdyen(): Promise<Adyen> {
	const { api_key: apiKey, merchant_account: merchantAccount, webhook_hmac_key: hmacKey } = account;
	let aheadMs = 0;
	const now = () => Date.now() + aheadMs;
	const books = openBooks(now);
	const switches = {
		rawCards: true,
		acquirer: true,
		cardsEnabled: true,
		requiresAuthentication: false,
		additionalData: true,
	};
	const checkout = createCheckout({ apiKey, merchantAccount, books, switches });
	const disputes = createDisputes({ apiKey, merchantAccount });
	const reports = new Map<string, string>();
	const sender = { merchantAccount, hmacKey, now };

	function readReport({ headers, url }: Request): Response {
		if (headers.get("x-api-key") !== reportApiKey) return new Response("Unauthorized", { status: 401 });
		const [, , , type, name, file = ""] = new URL(url).pathname.split("/");
		const report = type === "MerchantAccount" && name === merchantAccount ? reports.get(file) : undefined;
		return report === undefined ? new Response("Not found", { status: 404 }) : new Response(report);
	}

	function skewClock(milliseconds: number): void {
		aheadMs = milliseconds;
	}

	async function handle(request: Request, fault: ContentFault | undefined): Promise<Response> {
		const { pathname } = new URL(request.url);
		if (pathname.startsWith("/reports/")) return readReport(request);
		if (pathname.startsWith("/ca/services/")) return disputes.api.fetch(request);
		return checkout.fetch(request, { fault });
	}

	const { url, untrustedUrl, received, ...server } = await startFaultyServer({ handle, kindOf });
	return {
		...server,
		network: {
			url,
			untrustedUrl,
			received,
			account,
			testAccount: { ...account, environment: "test" },
			skewClock,
		},
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
		webhook: (items) => webhookOf(items, sender),
		webhookAbout: (reference) => webhookOf([itemAbout(reference, books)], sender),
		outcomeWebhook: (reference, signature) => webhookOf([itemAbout(reference, books)], sender, signature),
	};
}

/** The payment that an account is verified with, and no other, has no payer. */
function kindOf({ url }: Request, body: string): RequestKind {
	const { pathname } = new URL(url);
	if (pathname.startsWith("/reports/")) return "notices";
	if (pathname.startsWith("/ca/services/")) return "dispute";
	return pathname.endsWith("/paymentMethods") || body.includes('"reference":"verify"') ? "account" : "submit";
}
