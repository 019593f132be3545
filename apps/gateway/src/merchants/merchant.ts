import type { Environment } from "@cardseal/vault";

/** A merchant as the services need it. */
export interface Merchant {
	id: number;
	/** The identifier that clients see. */
	publicId: string;
	name: string;
	mode: "demo" | "live";
	/** IANA name. */
	timeZone: string;
	/** ISO 4217 codes that it may charge in. */
	currencies: string[];
	/** Card tokens are taken from the hosted card form alone, not from pages that make them by themselves. */
	hostedFormOnly: boolean;
	/** Its own settings of card-testing protection; `card-testing/limits.ts` has the defaults. */
	cardTesting: { isOn: boolean | null; limits: Readonly<Record<string, number>> };
}

/** Which cards and keys a merchant works with: demo merchants never touch a real card, live ones never a test card. */
export function environmentOf(merchant: Pick<Merchant, "mode">): Environment {
	return merchant.mode === "demo" ? "test" : "live";
}
