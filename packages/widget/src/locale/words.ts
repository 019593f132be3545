/** All words of the card form in one language. Plain advice, no blame, no codes. */
export interface Words {
	/** The name of the form for screen readers: "Card details". */
	form: string;
	number: string;
	expiry: string;
	/** The format hint: "MM / YY" in the language's own letters. */
	expiryHint: string;
	securityCode: string;
	/** Where the code stands: three digits on the back. */
	securityCodeOnBack: string;
	/** Where it stands on American Express: four digits on the front. */
	securityCodeOnFront: string;
	name: string;
	postalCode: string;
	/** Announced when the brand becomes known; `{brand}` is its name. */
	brandAnnounced: string;
	errors: {
		numberMissing: string;
		numberIncomplete: string;
		/** The check digit does not agree: something was mistyped. */
		numberWrong: string;
		expiryMissing: string;
		expiryIncomplete: string;
		/** No such month. */
		expiryWrong: string;
		expiryPassed: string;
		securityCodeMissing: string;
		/** `{digits}` is how many there must be. */
		securityCodeIncomplete: string;
		nameMissing: string;
		/** Somebody typed a card number into the name or the postal code. */
		cardNumberHere: string;
		postalCodeMissing: string;
		/** The session or the network failed; nothing was charged. */
		connection: string;
	};
}
