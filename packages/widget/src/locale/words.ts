/** All words of the card form in one language. Plain advice, no blame, no codes. */
export interface Words {
	/** The name of the form for screen readers: "Card details". */
	form: string;
	/** Shown after some seconds in place of the form. */
	loading: string;
	number: string;
	expiry: string;
	/** The format hint: "MM / YY" in the language's own letters. */
	expiryHint: string;
	securityCode: string;
	/** Position of the code: three digits on the back. */
	securityCodeOnBack: string;
	/** Position on American Express: four digits on the front. */
	securityCodeOnFront: string;
	name: string;
	postalCode: string;
	/** Announced when the brand becomes known; `{brand}` is its name. */
	brandAnnounced: string;
	errors: {
		numberMissing: string;
		numberIncomplete: string;
		/** The check digit is wrong: a typing error. */
		numberWrong: string;
		expiryMissing: string;
		expiryIncomplete: string;
		/** No such month. */
		expiryWrong: string;
		expiryPassed: string;
		securityCodeMissing: string;
		/** `{digits}` is the required number of digits. */
		securityCodeIncomplete: string;
		nameMissing: string;
		/** The name or the postal code contains a card number. */
		cardNumberHere: string;
		postalCodeMissing: string;
		/** The session or the network failed; nothing was charged. */
		connection: string;
	};
}
