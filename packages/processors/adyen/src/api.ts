import { AccountRefused, type AccountSecrets } from "@cardseal/vault";
import { isTestAccount, jsonOf, sendOnce } from "@cardseal/vault/processors";
import { z } from "zod";
import { openLibrary } from "./library.ts";

export interface AdyenOptions {
	/** Replaces Adyen's addresses, for tests. */
	url?: string;
	timeLimitMs?: number;
	/** The time after which the operator looks for an outcome that no webhook told. */
	webhookWaitMs?: number;
	/** The time after which a request is looked for in reports. Default: an hour. */
	reportsAfterMs?: number;
}

/** Adyen's answer that it carried nothing out. */
export class Refusal extends Error {
	override name = "Refusal";
	readonly errorCode: string;
	/** `undefined` where it may repeat the request. */
	readonly reason: string | undefined;
	/** A key or a permission is missing, so no request of the account would succeed. */
	readonly isAboutAccount: boolean;
	readonly pspReference: string;

	constructor(status: number, { errorCode, errorType, message, pspReference }: z.infer<typeof errorSchema>) {
		super(`Adyen refused the request: HTTP ${status}, code ${errorCode}.`);
		this.errorCode = errorCode;
		this.reason = isHarmless(message) ? message : undefined;
		this.isAboutAccount = status === 401 || status === 403 || errorType === "security";
		this.pspReference = pspReference;
	}
}

const isHarmless = (message: string) => /^[A-Za-z][A-Za-z ,.:'"()[\]_-]{0,200}$/.test(message);

/** https://docs.adyen.com/development-resources/error-codes */
const errorSchema = z.object({
	errorCode: z.string().regex(/^[\w.-]{1,20}$/),
	errorType: z.enum(["validation", "security", "configuration"]),
	message: z.string().default(""),
	pspReference: z
		.string()
		.regex(/^\w{1,40}$/)
		.default(""),
});

const refusingStatuses = new Set([400, 401, 403, 422]);

/** "Request already processed or in progress": the first one may have charged. */
const undecidedCodes = new Set(["703", "704"]);

const maximumAnswerBytes = 1024 * 1024;
/** Some 60,000 rows, a tenth of a worker's memory. */
const maximumReportBytes = 8 * 1024 * 1024;

/** The gateway answers a webhook within 10 s. */
const reportTimeLimitMs = 8_000;

let earlierReport: Promise<unknown> = Promise.resolve();

/** Reports of all accounts come one after another: many at once would fill the memory. */
function oneByOne<Result>(read: () => Promise<Result>): Promise<Result> {
	const reading = earlierReport.then(read);
	earlierReport = reading.catch(() => undefined);
	return reading;
}

export type AdyenApi = ReturnType<typeof openApi>;

/** @throws AccountRefused for a wrong environment or prefix */
export function openApi(account: AccountSecrets, { url, timeLimitMs = 30_000 }: AdyenOptions) {
	const { api_key: apiKey = "", merchant_account: merchantAccount = "", report_api_key: reportKey } = account;
	const livePrefix = isTestAccount(account) ? undefined : livePrefixOf(account);
	const placeOf = (address: string) => {
		const { pathname } = new URL(address);
		return url === undefined ? address : `${url}${pathname}`;
	};

	async function request(
		endpoint: string,
		body: string | Buffer,
		_config: object,
		_isApiKeyRequired: boolean,
		{ method = "POST", idempotencyKey }: { method?: string | undefined; idempotencyKey?: string } = {},
	): Promise<string> {
		const headers = {
			"X-API-Key": apiKey,
			"Content-Type": "application/json",
			...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
		};
		const init = { method, headers, body: String(body) };
		const { status, text } = await sendOnce("Adyen", placeOf(endpoint), init, {
			timeLimitMs,
			maximumBytes: maximumAnswerBytes,
		});
		// The library would write a body that is not JSON to the console.
		const answer = jsonOf(text);
		if (status >= 200 && status < 300 && answer !== undefined) return text;
		const error = errorSchema.safeParse(answer);
		if (error.success && isRefusal(status, error.data)) throw new Refusal(status, error.data);
		throw unexpected(status);
	}

	return {
		...openLibrary({ request }, livePrefix),
		merchantAccount,
		isTest: livePrefix === undefined,
		hasReports: reportKey !== undefined,

		/**
		 * Reads a report of the merchant account: https://docs.adyen.com/reporting/automatically-get-reports
		 *
		 * @returns `undefined` while there is no report of this name
		 */
		async readReport(fileName: string): Promise<string | undefined> {
			const host = livePrefix === undefined ? "https://ca-test.adyen.com" : "https://ca-live.adyen.com";
			const path = ["reports", "download", "MerchantAccount", merchantAccount, fileName].map(encodeURIComponent);
			const init = { headers: { "X-API-Key": reportKey ?? "" } };
			const limits = { timeLimitMs: Math.min(timeLimitMs, reportTimeLimitMs), maximumBytes: maximumReportBytes };
			const { status, text } = await oneByOne(() =>
				sendOnce("Adyen", placeOf(`${host}/${path.join("/")}`), init, limits),
			);
			if (status === 200) return text;
			if (status === 404) return undefined;
			if (status === 401 || status === 403) throw new AccountRefused(reportsRefused);
			throw unexpected(status);
		},
	};
}

const reportsRefused =
	"Adyen refuses the API key of the report service user. Create one in Customer Area › Developers › API credentials, with the role Merchant Report Download.";

const unexpected = (status: number) => new Error(`Adyen answered with HTTP ${status}, which decides nothing.`);

function isRefusal(status: number, { errorCode, errorType }: z.infer<typeof errorSchema>): boolean {
	// "Payment details are not supported": no acquirer is set up for the card.
	if (status === 500) return errorType === "configuration" && /^905/.test(errorCode);
	return refusingStatuses.has(status) && !undecidedCodes.has(errorCode);
}

/** The merchant fills it in, so it must not lead to another host. */
function livePrefixOf({ live_prefix: prefix = "" }: AccountSecrets): string {
	if (/^[a-z0-9][a-z0-9-]{0,60}$/i.test(prefix)) return prefix;
	throw new AccountRefused("The live URL prefix is missing. It is in Customer Area › Developers › API URLs.");
}
