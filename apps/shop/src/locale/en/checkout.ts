export const checkoutWords = {
	nameMissing: "Type the name of the person who pays.",
	nameUnusable: "This name has characters we cannot use. Type it again by hand.",
	nameTooLong: "This name is longer than we can take. Shorten it to 255 characters.",
	emailInvalid: "Type an email address like name@example.com.",
	cardNumberHere: "That looked like a card number. Type card numbers only under Card number.",
	numberMissing: "Type the number on the card.",
	numberInvalid: "This card number is not complete or has a typing error. Check it against the card.",
	expiryMissing: "Type the expiry date as month and year, like 08/27.",
	expiryInvalid: "This is not an expiry date. Type month and year, like 08/27.",
	cardExpired: "This card's expiry date has passed. Check the date or use another card.",
	securityCodeMissing: "Type the security code.",
	securityCodeInvalid: "The security code does not fit this card. Check it against the card.",
	sealNotLoaded:
		"The part of this page that encrypts your card did not load. Refresh the page and try again. Nothing was sent.",
	notSealed: "Your card could not be encrypted on this page. Nothing was sent. Refresh the page and try again.",
	cardFormNotLoaded:
		"The card form of our payment provider did not load. Refresh the page and try again. Nothing was sent.",
	cardFormFailed:
		"The card form of our payment provider does not answer. Try again, or refresh the page. Nothing was charged.",
	offline: "This device is offline. Check your connection and press Pay again. Nothing was charged.",
	yourCard: (brand: string | undefined) => (brand === undefined ? "Your card" : `Your ${brand} card`),
	testNumberCopied: "Copied. Paste it under Card number; use any future expiry date and any three digits.",
	testNumberNotCopied: "This browser did not let the page copy. Type the number under Card number.",
	paying: "Paying…",
	takingLonger: "This takes longer than usual. Please leave the page open.",
	shopUnreachable: "The shop did not answer. Check your connection and press Pay again: you cannot be charged twice.",
	providerUnreachable:
		"Our payment provider cannot be reached right now. Nothing was charged. Press Pay again in a minute.",
	shopCannotCharge: "This shop cannot take payments right now. Nothing was charged. Please come back later.",
	cardRefused: (reason: string) => `Our payment provider did not accept this card. Nothing was charged. ${reason}`,
	bankRefused: (reason: string) => `We could not email you a link. Nothing was charged. ${reason}`,
	noBankPayments: "This shop cannot be paid from bank accounts right now. Nothing was charged. Pay with a card.",
	wrongAddress: (address: string) =>
		`This shop takes payments only at ${address}. Open it there and order again. Nothing was charged.`,
	orderGone: "We do not know this order. Go back to the shop and order again. Nothing was charged.",
};
