/** Plain advice, no blame, no codes. */
export interface Words {
	/** For screen readers: "Card details". */
	form: string;
	/** After some seconds in place of the form. */
	loading: string;
	number: string;
	expiry: string;
	/** "MM / YY" in the language's own letters. */
	expiryHint: string;
	securityCode: string;
	/** Three digits. */
	securityCodeOnBack: string;
	/** American Express: four digits. */
	securityCodeOnFront: string;
	name: string;
	postalCode: string;
	/** When it becomes known; `{brand}` is its name. */
	brandAnnounced: string;
	errors: {
		numberMissing: string;
		numberIncomplete: string;
		/** The check digit is wrong. */
		numberWrong: string;
		expiryMissing: string;
		expiryIncomplete: string;
		expiryWrong: string;
		expiryPassed: string;
		securityCodeMissing: string;
		/** `{digits}` is the required number. */
		securityCodeIncomplete: string;
		nameMissing: string;
		/** In the name or the postal code. */
		cardNumberHere: string;
		postalCodeMissing: string;
		/** Nothing was charged. */
		connection: string;
	};
}
