import { hash } from "node:crypto";

/** Faults of the network or of a server, the same for every processor, and whether the request is carried out. */
const carriedOut = {
	/** The connection is reset. */
	reset_before: false,
	reset_after: true,
	/** The request or its answer is lost: the connection stays open and silent. */
	request_lost: false,
	answer_lost: true,
	/** The request or its answer is late. */
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
	/** 429 with `Retry-After`. */
	rate_limited: false,
} as const;

export type TransportFault = keyof typeof carriedOut;

/** Faults of the answer's content, which a simulator makes itself. */
export type ContentFault =
	/** The charge is carried out and answered with another amount, currency or reference. */
	| "other_amount"
	| "other_currency"
	| "other_reference"
	/** The charge is carried out; the answer has a result that the processor's documentation does not have. */
	| "unknown_result"
	/** The request is refused with 400, and the answer repeats all of it, the account's key included. */
	| "echo"
	/** The request is taken, and decided later. */
	| "accepted"
	/** The request is declined with this code of the processor. */
	| { declined: string };

export type Fault = TransportFault | ContentFault;

export const transportFaults = Object.keys(carriedOut) as TransportFault[];

export function isTransportFault(fault: Fault): fault is TransportFault {
	return typeof fault === "string" && fault in carriedOut;
}

/** Returns whether the processor carries the request out in spite of the fault. */
export function isCarriedOut(fault: TransportFault): boolean {
	return carriedOut[fault];
}

/** Returns whether the connection stays open and silent. */
export function isWaiting(fault: TransportFault): boolean {
	return fault.endsWith("_lost") || fault.endsWith("_late");
}

/** The kinds of requests that a simulator distinguishes. */
export type RequestKind = "submit" | "inquire" | "notices" | "account" | "dispute";

/**
 * Draws faults from a seed, for long runs: the same seed draws the same faults. Only requests and inquiries get one.
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

/** Returns a number from 0 to 1 that looks random and depends on the seed alone. */
function fraction(seed: number, which: number): number {
	return hash("sha256", `${seed} ${which}`, "buffer").readUInt32BE(0) / 2 ** 32;
}
