import type { AccountSecrets } from "@cardseal/vault";
import { jsonOf, NotSent, sendOnce } from "@cardseal/vault/processors";
import Stripe from "stripe";
import type { z } from "zod";

/** The webhook's events may have another version: only the parts that all versions share are read from them. */
const apiVersion = "2026-10-28.endive";

/** Events and lists of a hundred objects have some hundred kilobytes. */
const maximumAnswerBytes = 8 * 1024 * 1024;

export interface Client {
	stripe: Stripe;
	/** Stripe's clock less ours, in ms, by its newest answer; 0 before. */
	skewMs(): number;
}

/** Its error has no cause and no code: the SDK repeats a request after ECONNRESET, whatever `maxNetworkRetries` says. */
class NoAnswer extends Error {
	readonly isUnsent: boolean;
	constructor(isUnsent: boolean) {
		super("Stripe gave no answer.");
		this.isUnsent = isUnsent;
	}
}

/** Sends once, follows no redirect, and keeps headers from the SDK, whose errors would carry them. */
function createHttpClient(onDate: (date: string) => void): Stripe.HttpClient {
	return {
		getClientName: () => "fetch",
		async makeRequest(host, port, path, method, headers, body, protocol, timeoutMs) {
			const init = {
				method,
				headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
				...(method === "POST" && { body }),
			};
			const limits = { timeLimitMs: timeoutMs, maximumBytes: maximumAnswerBytes };
			const answer = await sendOnce("Stripe", `${protocol}://${host}:${port}${path}`, init, limits).catch((error) => {
				throw new NoAnswer(error instanceof NotSent);
			});
			const { status } = answer;
			const parsed = jsonOf(answer.text);
			if ((status >= 300 && status < 400) || typeof parsed !== "object" || parsed === null) throw new NoAnswer(false);
			onDate(answer.headers.get("date") ?? "");
			return {
				getStatusCode: () => status,
				getHeaders: () => ({}),
				getRawResponse: () => ({}),
				toStream: () => undefined,
				toJSON: async () => parsed,
			};
		},
	};
}

export interface Address {
	url: string;
	timeLimitMs: number;
}

export function createClient({ url, timeLimitMs }: Address, { secret_key = "" }: AccountSecrets): Client {
	const { hostname, port, protocol } = new URL(url);
	let skewMs = 0;
	const stripe = new Stripe(secret_key, {
		apiVersion,
		host: hostname,
		port: port === "" ? (protocol === "http:" ? 80 : 443) : port,
		protocol: protocol === "http:" ? "http" : "https",
		httpClient: createHttpClient((date) => {
			const now = Date.parse(date);
			if (!Number.isNaN(now)) skewMs = now - Date.now();
		}),
		maxNetworkRetries: 0,
		telemetry: false,
		timeout: timeLimitMs,
	});
	return { stripe, skewMs: () => skewMs };
}

/** Stripe did nothing. https://docs.stripe.com/api/errors */
export interface Refusal {
	/** 0 when nothing was sent. */
	status: number;
	type: "card_error" | "invalid_request_error" | "unsent";
	message: string;
	code?: string | undefined;
	param?: string | undefined;
	/** The intent of a declined charge or verification. */
	intentId?: string | undefined;
	decline_code?: string | undefined;
	advice_code?: string | undefined;
	network_advice_code?: string | undefined;
}

/** Errors of the SDK stay here: they carry bodies, and their causes carry requests. */
export async function ask(call: Promise<unknown>): Promise<{ answer: unknown } | { refusal: Refusal }> {
	try {
		return { answer: await call };
	} catch (error) {
		const refusal = refusalOf(error);
		if (refusal !== undefined) return { refusal };
		throw new Error(`Stripe gave no usable answer${statusOf(error)}.`);
	}
}

/** Another attempt would find the same. */
export class Unreadable extends Error {
	override name = "Unreadable";
}

export function parse<Value>(schema: z.ZodType<Value>, body: unknown, what = "answer"): Value {
	const read = schema.safeParse(body);
	if (!read.success) throw new Unreadable(`Stripe's ${what} is not understood.`);
	return read.data;
}

/** For requests whose refusal says nothing about a payment. */
export async function read(call: Promise<unknown>): Promise<unknown> {
	const asked = await ask(call);
	if ("answer" in asked) return asked.answer;
	const { status, code, type } = asked.refusal;
	if (code === "resource_missing") throw new Unreadable("Stripe does not have this object.");
	throw new Error(`Stripe refuses to answer (${status}, ${code ?? type}).`);
}

function statusOf(error: unknown): string {
	const { statusCode } = error as { statusCode?: unknown };
	return typeof statusCode === "number" ? ` (HTTP ${statusCode})` : "";
}

const refusing = new Set([400, 401, 402, 403, 404]);

/** Returns `undefined` for an error that may come after a charge, or during one, such as 409, 429 and 500. */
function refusalOf(error: unknown): Refusal | undefined {
	if (!(error instanceof Stripe.errors.StripeError)) return undefined;
	const detail: unknown = error.detail;
	if (detail instanceof NoAnswer) {
		return detail.isUnsent ? { status: 0, type: "unsent", message: "" } : undefined;
	}
	const { statusCode, rawType } = error;
	if (statusCode === undefined || !refusing.has(statusCode)) return undefined;
	// A rate limit or a lock may have this type: another request with the same key is running.
	if (rawType !== "card_error" && rawType !== "invalid_request_error") return undefined;
	if (["rate_limit", "lock_timeout", "idempotency_key_in_use"].includes(error.code ?? "")) return undefined;
	return {
		status: statusCode,
		type: rawType,
		code: textOf(error.code),
		param: textOf(error.param),
		message: textOf(error.message) ?? "",
		intentId: textOf(error.payment_intent?.id ?? error.setup_intent?.id),
		decline_code: textOf(error.decline_code),
		advice_code: textOf(error.advice_code),
		network_advice_code: textOf(error.network_advice_code),
	};
}

function textOf(value: unknown): string | undefined {
	return typeof value === "string" && value !== "" ? value : undefined;
}
