import { framePath } from "@cardseal/widget/server";

export interface InventoriedScript {
	page: string;
	script: string;
	what: string;
	justification: string;
	/** The mechanism that guarantees its bytes. */
	integrity: string;
}

/** The Cardseal scripts on pages with card fields (PCI DSS 6.4.3). */
export const scriptInventory: readonly InventoriedScript[] = [
	{
		page: framePath,
		script: "frame.js",
		what: "The card form: shows the fields, requests a session, encrypts the card to the merchant's key and passes the token to the embedding page.",
		justification: "The form needs it. It is the only script on the page, because any other could read the card.",
		integrity:
			"Loaded under a name with its hash and an integrity attribute, and allowed by the same hash in script-src.",
	},
	{
		page: "the merchant's page",
		script: "cardseal.js",
		what: "Inserts the frame into the merchant's page and passes the token from the frame to the merchant's form.",
		justification:
			"A merchant's page needs it to show the form and to get the token. No message to it can contain a digit of a card.",
		integrity: "Its hash is published at /v1/integrity.json, for merchants who want to pin it under its hashed name.",
	},
	{
		page: "the merchant's page",
		script: "challenge.js",
		what: "Shows the gateway's page of a payer who authenticates with the bank, in a frame. Loaded by cardseal.js when a bank asks.",
		justification:
			"Without it, the payer would leave the merchant's page to authenticate. It gets the outcome, and no card.",
		integrity:
			"cardseal.js loads it under a name with its hash. That hash and an integrity hash are published at /v1/integrity.json, for merchants who want to pin it.",
	},
	{
		page: "the merchant's page",
		script: "encrypt.js",
		what: "Encrypts a card that was typed into the merchant's own fields.",
		justification: "For merchants with their own form; pages with the hosted form do not load it.",
		integrity: "Its hash is published at /v1/integrity.json; the pages of the demo shop carry it.",
	},
];
