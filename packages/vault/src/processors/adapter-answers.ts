import { type ActionNeeded, knownAddress } from "./authentication.ts";
import { type AccountField, AccountRefused, type AccountSecrets } from "./connected-processor.ts";
import type { AdviceCode, Decline, DeclineClass, DeclineCode, Payer, Unknown } from "./processor.ts";

export type DeclineMeaning = Pick<Decline, "declineClass" | "declineCode" | "adviceCode">;

export type DeclineLine = readonly [DeclineClass, DeclineCode, codes: string, AdviceCode?];

/** Maps a processor's codes to what they mean. A later line overrides an earlier one. */
export function declineTable(lines: readonly DeclineLine[], separator = " "): ReadonlyMap<string, DeclineMeaning> {
	const entries = lines.flatMap(([declineClass, declineCode, codes, adviceCode]) => {
		const meaning = { declineClass, declineCode, ...(adviceCode && { adviceCode }) };
		return codesIn(codes, separator).map((code) => [code, meaning] as const);
	});
	return new Map(entries);
}

/** Lists codes and ranges of numbers, such as "71-189". */
export function codesIn(text: string, separator = " "): string[] {
	return text.split(separator).flatMap((part) => {
		const [first = 0, last = first] = /^\d+-\d+$/.test(part) ? part.split("-").map(Number) : [];
		return last === 0 ? [part] : Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
	});
}

export function declined(
	declineClass: DeclineClass,
	declineCode: DeclineCode,
	message: string,
	processorTransactionId = "",
): Decline {
	return { result: "declined", declineClass, declineCode, message, processorTransactionId };
}

export const accountRefused = (message: string) => declined("configuration", "account_refused", message);

export const requestRefused = (message: string) => declined("configuration", "request_refused", message);

export const authenticationRequired = declined(
	"soft",
	"authentication_required",
	"The bank wants the payer to authenticate.",
);

export const notAuthenticated = declined("soft", "authentication_failed", "The payer did not authenticate in time.");

export const stillWaiting = (processorTransactionId: string): ActionNeeded => ({
	result: "action",
	processorTransactionId,
	action: knownAddress,
});

export const unknown = (reason: string, isFinal: boolean): Unknown => ({ result: "unknown", reason, isFinal });

export function payerNameOf({ firstName, lastName, company }: Payer): string | undefined {
	return [firstName, lastName].filter(Boolean).join(" ") || company || undefined;
}

/** Sends an account to the processor's test system. */
export const environmentField: AccountField = {
	name: "environment",
	label: "Environment (live or test)",
	isSecret: false,
	isOptional: true,
};

/** @throws AccountRefused for anything but `live` and `test` */
export function isTestAccount({ environment = "live" }: AccountSecrets): boolean {
	if (environment !== "live" && environment !== "test") throw new AccountRefused("The environment is live or test.");
	return environment === "test";
}
