import type { Environment } from "@cardseal/vault";

/** A merchant with the settings that services need. */
export interface Merchant {
	id: number;
	/** The public identifier. */
	publicId: string;
	name: string;
	mode: "demo" | "live";
	/** IANA name. */
	timeZone: string;
	/** ISO 4217 codes of the currencies that it charges in. */
	currencies: string[];
	/** Accepts only card tokens of the hosted card form, not those that a page makes itself. */
	hostedFormOnly: boolean;
	/** Its own settings of card-testing protection; `card-testing/limits.ts` has the defaults. */
	cardTesting: { isOn: boolean | null; limits: Record<string, number> };
}

/** Returns the environment of cards and keys: demo merchants never use real cards, live ones never test cards. */
export function environmentOf(merchant: Pick<Merchant, "mode">): Environment {
	return merchant.mode === "demo" ? "test" : "live";
}

/** Card networks print 22 characters of a merchant's name on a statement. */
const descriptorCharacters = 22;

/** Returns the merchant's name on the payer's statement. */
export function descriptorOf({ name }: Pick<Merchant, "name">): string {
	return name.slice(0, descriptorCharacters);
}
