import type { AccountSecrets } from "@cardseal/vault";
import { jsonOf, sendOnce } from "@cardseal/vault/processors";

export interface Answer {
	status: number;
	/** Parsed JSON. */
	body: unknown;
}

/** The passcodes of an account: one for payments, another for reports. */
export type Passcode = "api_passcode" | "reporting_passcode";

export interface Call {
	method: "GET" | "POST";
	path: string;
	passcode: Passcode;
	body?: object;
}

/** Bambora for one account. */
export interface Connection {
	account: AccountSecrets;
	/** There is a passcode for reports. */
	hasReports: boolean;
	/** ms since 1970. */
	now: number;
	/** Sends a call once. */
	send(call: Call): Promise<Answer>;
}

export interface ConnectionOptions {
	addressNow: () => string;
	timeLimitMs: number;
	now: () => number;
}

/** Answers have a few kilobytes; a page of a report has 500 rows. */
const maximumBytes = 4 * 1024 * 1024;

export function openConnection(
	{ addressNow, timeLimitMs, now }: ConnectionOptions,
	account: AccountSecrets,
): Connection {
	return {
		account,
		hasReports: Boolean(account.reporting_passcode),
		now: now(),
		async send({ method, path, passcode, body }) {
			const credentials = `${account.merchant_id ?? ""}:${account[passcode] ?? ""}`;
			const init = {
				method,
				headers: {
					Accept: "application/json",
					Authorization: `Passcode ${Buffer.from(credentials).toString("base64")}`,
					...(body && { "Content-Type": "application/json" }),
				},
				...(body && { body: JSON.stringify(body) }),
			};
			const { status, text } = await sendOnce("Bambora", `${addressNow()}${path}`, init, { timeLimitMs, maximumBytes });
			const answer = jsonOf(text.replace(/^\uFEFF/, ""));
			if (answer === undefined) throw new Error("Bambora gave an answer that is not JSON.");
			return { status, body: answer };
		},
	};
}
