/* 3-D Secure (EMV 3-D Secure 2, "EMV 3DS"): the card's bank authenticates the payer in the payer's browser. */

/** What EMV 3DS wants of the payer's browser, for the bank's decision. */
export interface Browser {
	acceptHeader: string;
	userAgent: string;
	/** BCP 47. */
	language: string;
	/** Bits: 1, 4, 8, 15, 16, 24, 32 or 48. */
	colorDepth: number;
	screenWidth: number;
	screenHeight: number;
	/** Minutes from local time to UTC, as `Date.getTimezoneOffset` returns them. */
	timeZoneOffset: number;
	javaEnabled: boolean;
}

/**
 * EMV 3DS `transStatus`. `Y`: authenticated; `A`: attempted; `N`: failed; `U`: not possible; `R`: refused by the bank;
 * `I`: informational; `C`: the payer did not finish the challenge.
 */
export const authenticationStatuses = ["Y", "A", "N", "U", "R", "I", "C"] as const;

export type AuthenticationStatus = (typeof authenticationStatuses)[number];

/** The result of an authentication that the merchant made elsewhere. Never stored. */
export interface GivenAuthentication {
	/** Such as "2.2.0". */
	version: string;
	/** The network's indicator of two digits, such as "05". */
	eci: string;
	status: AuthenticationStatus;
	/** Base64 of 20 bytes; present for `Y` and `A`. */
	cavv: string | null;
	/** A UUID. */
	dsTransactionId: string | null;
	/** EMV 3DS `threeDSServerTransID`, a UUID. */
	serverTransactionId?: string | null | undefined;
}

export type Authentication =
	| {
			/** `auto`: when the bank asks for it. */
			when: "auto" | "always";
			/** The gateway's address to which the bank returns the payer's browser, by GET or POST. */
			returnAddress: string;
			browser: Browser | null;
	  }
	| { when: "made"; result: GivenAuthentication };

export interface Authenticated {
	status: AuthenticationStatus;
	version?: string | undefined;
	eci?: string | undefined;
	/** `true` when the bank bears fraud, if the processor tells. */
	liabilityShift?: boolean | undefined;
}

/** The payer's browser goes to the bank before the charge can end. */
export interface ActionNeeded {
	result: "action";
	processorTransactionId: string;
	/**
	 * https. A POST has the fields as a form. The answer to the charge has the address; a later one may leave it empty,
	 * when the processor tells it once.
	 */
	action: { url: string; method: "GET" | "POST"; fields: Readonly<Record<string, string>> };
}

/** The address is the one that the charge was answered with. */
export const knownAddress: ActionNeeded["action"] = { url: "", method: "GET", fields: {} };

/** The fields with which the bank returned the payer's browser. Anybody could have sent them. */
export type ReturnedFields = Readonly<Record<string, string>>;
