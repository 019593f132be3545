import type { Environment } from "@cardseal/vault";

export interface Merchant {
	id: number;
	publicId: string;
	name: string;
	/** On payers' statements; `null` for the text of the processor's account. */
	statementText: string | null;
	mode: "demo" | "live";
	/** IANA name. */
	timeZone: string;
	/** ISO 4217. */
	currencies: string[];
	/** Refuses card tokens that a page makes itself. */
	hostedFormOnly: boolean;
	/** When banks authenticate payers (3-D Secure). */
	threeDSecure: {
		rule: "never" | "auto" | "always";
		/** `always` above this amount. */
		aboveCents: number | null;
		/** `always` for billing addresses outside this country, ISO 3166-1 alpha-2. */
		outside: string | null;
	};
	/** Decline a charge that the bank approved although its check says NO_MATCH. */
	rejectsAvsNoMatch: boolean;
	rejectsCvvNoMatch: boolean;
	cardTesting: { isOn: boolean | null; limits: Record<string, number> };
}

/** Demo merchants never use real cards, live ones never test cards. */
export function environmentOf(merchant: Pick<Merchant, "mode">): Environment {
	return merchant.mode === "demo" ? "test" : "live";
}
