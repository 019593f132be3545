import { hash } from "node:crypto";

/** True when the request is carried out in spite of the fault. */
const carriedOut = {
	reset_before: false,
	reset_after: true,
	/** The connection stays open and silent. */
	request_lost: false,
	answer_lost: true,
	request_late: true,
	answer_late: true,
	/** Half of the answer, then a closed connection. */
	torn: true,
	error_500_before: false,
	error_500_after: true,
	/** A page of a proxy instead of the answer. */
	html_502: true,
	html_200: true,
	empty_200: true,
	rate_limited: false,
} as const;

export type TransportFault = keyof typeof carriedOut;

export type ContentFault =
	/** Carried out. */
	| "other_amount"
	| "other_currency"
	| "other_reference"
	/** Carried out; the documentation lacks the result. */
	| "unknown_result"
	/** Refused with 400; the answer repeats the account's key. */
	| "echo"
	| "accepted"
	| { declined: string };

export type Fault = TransportFault | ContentFault;

export const transportFaults = Object.keys(carriedOut) as TransportFault[];

export function isTransportFault(fault: Fault): fault is TransportFault {
	return typeof fault === "string" && fault in carriedOut;
}

export function isCarriedOut(fault: TransportFault): boolean {
	return carriedOut[fault];
}

export function isWaiting(fault: Fault): boolean {
	return typeof fault === "string" && (fault.endsWith("_lost") || fault.endsWith("_late"));
}

/** `authentication`: the end of a charge whose payer came back. */
export type RequestKind = "submit" | "authentication" | "inquire" | "events" | "account" | "dispute";

/**
 * The same seed draws the same faults.
 *
 * @param share of the requests that get one, 0 to 1
 */
export function faultsFromSeed(seed: number, share: number): (kind: RequestKind) => Fault | undefined {
	const drawn: readonly Fault[] = [...transportFaults, "accepted", "unknown_result", "other_reference"];
	const ofInquiries = transportFaults;
	let state = seed;
	return (kind) => {
		state += 1;
		const faults = kind === "submit" ? drawn : ofInquiries;
		if ((kind !== "submit" && kind !== "inquire") || fraction(state, 0) >= share) return undefined;
		return faults[Math.floor(fraction(state, 1) * faults.length)];
	};
}

function fraction(seed: number, which: number): number {
	return hash("sha256", `${seed} ${which}`, "buffer").readUInt32BE(0) / 2 ** 32;
}
