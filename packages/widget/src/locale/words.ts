/** Plain advice, no blame, no codes. */
export interface Words {
	form: string;
	loading: string;
	number: string;
	expiry: string;
	/** "MM / YY" in the language's own letters. */
	expiryHint: string;
	securityCode: string;
	securityCodeOnBack: string;
	/** American Express. */
	securityCodeOnFront: string;
	name: string;
	postalCode: string;
	/** `{brand}` is its name. */
	brandAnnounced: string;
	errors: {
		numberMissing: string;
		numberIncomplete: string;
		numberWrong: string;
		expiryMissing: string;
		expiryIncomplete: string;
		expiryWrong: string;
		expiryPassed: string;
		securityCodeMissing: string;
		/** `{digits}` is the required number. */
		securityCodeIncomplete: string;
		nameMissing: string;
		cardNumberHere: string;
		postalCodeMissing: string;
		/** Nothing was charged. */
		connection: string;
	};
}
