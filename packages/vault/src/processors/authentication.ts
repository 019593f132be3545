/* EMV 3-D Secure 2 ("EMV 3DS"). */

/** The browser data that EMV 3DS requires. */
export interface Browser {
	acceptHeader: string;
	userAgent: string;
	/** BCP 47. */
	language: string;
	/** Bits: 1, 4, 8, 15, 16, 24, 32 or 48. */
	colorDepth: number;
	screenWidth: number;
	screenHeight: number;
	/** Minutes from local time to UTC. */
	timeZoneOffset: number;
	javaEnabled: boolean;
}

/**
 * EMV 3DS `transStatus`. `Y`: authenticated; `A`: attempted; `N`: failed; `U`: not possible; `R`: refused by the bank;
 * `I`: informational; `C`: the payer did not finish the challenge.
 */
export const authenticationStatuses = ["Y", "A", "N", "U", "R", "I", "C"] as const;

export type AuthenticationStatus = (typeof authenticationStatuses)[number];

/** An authentication that the merchant made elsewhere. Never stored. */
export interface GivenAuthentication {
	/** Such as "2.2.0". */
	version: string;
	/** Two digits, such as "05". */
	eci: string;
	status: AuthenticationStatus;
	/** Base64 of 20 bytes; present for `Y` and `A`. */
	cavv: string | null;
	dsTransactionId: string | null;
	/** EMV 3DS `threeDSServerTransID`. */
	serverTransactionId?: string | null | undefined;
}

export type Authentication =
	| {
			/** `auto`: when the bank asks for it. */
			when: "auto" | "always";
			/** The bank returns the payer's browser here, by GET or POST. */
			returnAddress: string;
			browser: Browser | null;
	  }
	| { when: "made"; result: GivenAuthentication };

export interface Authenticated {
	status: AuthenticationStatus;
	version?: string | undefined;
	eci?: string | undefined;
	/** `true` when the bank bears fraud. */
	liabilityShift?: boolean | undefined;
}

export interface ActionNeeded {
	result: "action";
	processorTransactionId: string;
	/** https; the fields are a POST's form. Later answers may lack the address. */
	action: { url: string; method: "GET" | "POST"; fields: Readonly<Record<string, string>> };
}

/** The address of the charge's answer. */
export const knownAddress: ActionNeeded["action"] = { url: "", method: "GET", fields: {} };

/** Sent by the payer's browser: anybody can forge them. */
export type ReturnedFields = Readonly<Record<string, string>>;
