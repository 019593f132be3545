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

export type Send = (call: Call, account: AccountSecrets) => Promise<Answer>;

/** Answers have a few kilobytes; a page of a report has 500 rows. */
const maximumBytes = 4 * 1024 * 1024;

/** Sends each call once. */
export function createSend(urlNow: () => string, timeLimitMs: number): Send {
	return async ({ method, path, passcode, body }, account) => {
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
		const { status, text } = await sendOnce("Bambora", `${urlNow()}${path}`, init, { timeLimitMs, maximumBytes });
		const answer = jsonOf(text.replace(/^\uFEFF/, ""));
		if (answer === undefined) throw new Error("Bambora gave an answer that is not JSON.");
		return { status, body: answer };
	};
}
