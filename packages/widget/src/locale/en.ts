export const english = {
	form: "Card details",
	loading: "Still loading…",
	number: "Card number",
	expiry: "Expiry date",
	/** In the language's own letters. */
	expiryHint: "MM / YY",
	securityCode: "Security code",
	securityCodeOnBack: "3 digits on the back of the card",
	securityCodeOnFront: "4 digits on the front of your card",
	name: "Name on card",
	postalCode: "Postal code",
	brandAnnounced: "Card type: {brand}",
	errors: {
		numberMissing: "Enter your card number.",
		numberIncomplete: "This card number is too short. Enter all its digits.",
		numberWrong: "This card number is incorrect. Check each digit.",
		expiryMissing: "Enter the expiry date.",
		expiryIncomplete: "Enter the month and the year shown on your card.",
		expiryWrong: "There is no such month. Enter a month from 01 to 12.",
		expiryPassed: "This card’s expiry date has passed. Check the date or use another card.",
		securityCodeMissing: "Enter the security code.",
		securityCodeIncomplete: "Enter all {digits} digits of the security code.",
		nameMissing: "Enter the name on the card.",
		cardNumberHere: "This looks like a card number. Enter it only in the card number field.",
		postalCodeMissing: "Enter your postal code.",
		connection: "The connection failed and nothing was charged. Check your internet connection and try again.",
	},
};

export type Words = typeof english;
