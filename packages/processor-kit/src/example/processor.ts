import { createHmac, timingSafeEqual } from "node:crypto";
import {
	AccountRefused,
	type AccountSecrets,
	type Authentication,
	DisputeRefused,
	type InquiryRequest,
	type ProcessorAdapter,
	type ProcessorRequest,
	WebhookRefused,
} from "@cardseal/vault";
import { jsonOf, numbersOf, sendOnce } from "@cardseal/vault/processors";
import { eventsSchema, listedRequestOf, listSchema, processorEventOf, readEvent, readTransaction } from "./answers.ts";

const longestResult = 100;

/** A page of a list is the longest answer. */
const maximumBytes = 4 * 1024 * 1024;

export interface ExampleProcessorOptions {
	url: string;
	timeLimitMs?: number;
	maximumDelayMs?: number;
}

export function createExampleProcessor(options: ExampleProcessorOptions): ProcessorAdapter {
	const { timeLimitMs = 20_000, maximumDelayMs = 5 * 60_000 } = options;

	/** @throws Error when there is no answer in JSON */
	async function send(path: string, { api_key }: AccountSecrets, sent?: object): Promise<Answer> {
		const init: RequestInit = {
			headers: { Authorization: `Bearer ${api_key}`, "Content-Type": "application/json" },
			...(sent && { method: "PUT", body: JSON.stringify(sent) }),
		};
		const limits = { timeLimitMs, maximumBytes };
		const { status, text } = await sendOnce("The acquirer", `${options.url}${path}`, init, limits);
		const body = jsonOf(text);
		if (body === undefined) throw new Error("The acquirer gave an answer that is not JSON.");
		return { status, body };
	}

	async function answerDispute(disputeId: string, answer: object, account: AccountSecrets): Promise<void> {
		const { status, body } = await send(`/v1/disputes/${encodeURIComponent(disputeId)}/answer`, account, answer);
		if (status === 409 && isError(body, "dispute_closed")) throw new DisputeRefused("The dispute is closed.");
		if (status !== 200) throw unexpected(status);
	}

	async function endAuthentication(request: InquiryRequest, result: string | null, account: AccountSecrets) {
		const { status, body } = await send(`${pathOf(request)}/authentication`, account, { result });
		if (status !== 200) throw unexpected(status);
		return readTransaction(body, request, options.url);
	}

	return {
		name: "example",
		title: "Example acquirer",
		fields: [
			{ name: "api_key", label: "API key", isSecret: true },
			{ name: "webhook_secret", label: "Webhook secret", isSecret: true },
		],
		maximumDelayMs,
		at: (origin) => createExampleProcessor({ ...options, url: origin }),

		async verify(account) {
			const { status } = await send("/v1/account", account);
			if (status === 401) throw new AccountRefused("The acquirer does not know this API key.");
			if (status !== 200) throw unexpected(status);
		},

		isTest: ({ api_key = "" }) => api_key.startsWith("test_"),

		async submit(request, account) {
			const { status, body } = await send(pathOf(request), account, bodyOf(request));
			if (status === 401 && isError(body, "unknown_api_key")) return accountRefused;
			// Any other error may come after the charge, so it is no decline.
			if (status !== 200) throw unexpected(status);
			const outcome = readTransaction(body, request, options.url);
			if (outcome.result === "not_received") throw new Error("The acquirer dropped the request.");
			return outcome;
		},

		async inquire(request, account) {
			const { status, body } = await send(pathOf(request), account);
			// Any other 404 may come from a proxy, which knows nothing about the reference.
			if (status === 404 && isError(body, "unknown_reference")) return { result: "not_received" };
			if (status !== 200) throw unexpected(status);
			return readTransaction(body, request, options.url);
		},

		authentication: {
			// What the browser brought is the acquirer's to judge.
			complete: (request, { result = "" }, account) =>
				endAuthentication(request, result.slice(0, longestResult), account),
			abandon: (request, account) => endAuthentication(request, null, account),
		},
		takesMadeAuthentication: true,

		async events(cursor, account) {
			const query = cursor === undefined ? "" : `?after=${encodeURIComponent(cursor)}`;
			const { status, body } = await send(`/v1/events${query}`, account);
			const page = eventsSchema.safeParse(body);
			if (status !== 200 || !page.success) throw unexpected(status);
			return { events: page.data.events.map(processorEventOf), cursor: page.data.cursor };
		},

		async listRequests({ from, to }, cursor, account) {
			const query = new URLSearchParams({ from: String(from), to: String(to), after: cursor ?? "0" });
			const { status, body } = await send(`/v1/transactions?${query}`, account);
			const page = listSchema.safeParse(body);
			if (status !== 200 || !page.success) throw unexpected(status);
			return { requests: page.data.transactions.map(listedRequestOf), cursor: page.data.next ?? undefined };
		},

		acceptDispute: (disputeId, account) => answerDispute(disputeId, { kind: "accept" }, account),

		sendEvidence: (disputeId, { explanation }, account) =>
			answerDispute(disputeId, { kind: "evidence", explanation }, account),

		async readWebhook({ headers, body }, account) {
			const [timestamp = "", given = ""] = (headers["acquirer-signature"] ?? "").split(".");
			const key = account.webhook_secret ?? "";
			const wanted = createHmac("sha256", key).update(`${timestamp}.`).update(body).digest();
			const mac = Buffer.from(given, "hex");
			if (mac.length !== wanted.length || !timingSafeEqual(mac, wanted)) {
				throw new WebhookRefused("The signature is wrong.");
			}
			// The age does not count: a processor event is applied once, and clocks may differ.
			return [readEvent(JSON.parse(Buffer.from(body).toString()))];
		},
	};
}

/** Nothing was carried out. The gateway tells the merchant's owners. */
const accountRefused = {
	result: "declined",
	declineClass: "configuration",
	declineCode: "account_refused",
	message: "The acquirer does not know this API key.",
	processorTransactionId: "",
} as const;

interface Answer {
	status: number;
	body: unknown;
}

const pathOf = ({ reference }: { reference: string }) => `/v1/transactions/${encodeURIComponent(reference)}`;

const unexpected = (status: number) => new Error(`The acquirer answered ${status}.`);

function isError(body: unknown, name: string): boolean {
	return typeof body === "object" && body !== null && "error" in body && body.error === name;
}

function bodyOf(request: ProcessorRequest): object {
	const money = { amount: request.amountCents, currency: request.currency };
	if ("original" in request) return { type: request.operation, ...money, original: request.original.reference };
	const { number, month, year, securityCode } = numbersOf(request.card);
	const { storedCredential: stored, payer } = request;
	return {
		type: request.operation,
		...money,
		card: { number, month, year, security_code: securityCode },
		initiator: request.initiatedBy,
		commerce: request.commerce,
		...(stored && {
			stored_card: { use: stored.use, purpose: stored.purpose, network_id: stored.networkTransactionId },
		}),
		payer,
		...(request.statementText !== null && { statement_name: request.statementText }),
		order_number: request.invoiceId,
		...(request.authentication && { authentication: authenticationOf(request.authentication) }),
	};
}

function authenticationOf(authentication: Authentication): object {
	if (authentication.when === "made") {
		const { dsTransactionId: directory_server_id, ...result } = authentication.result;
		return { when: "made", ...result, directory_server_id };
	}
	const { when, returnAddress: return_url, browser } = authentication;
	return {
		when: when === "auto" ? "if_asked" : when,
		return_url,
		browser: browser && {
			accept: browser.acceptHeader,
			user_agent: browser.userAgent,
			language: browser.language,
			color_depth: browser.colorDepth,
			screen: [browser.screenWidth, browser.screenHeight],
			time_zone_offset: browser.timeZoneOffset,
		},
	};
}
