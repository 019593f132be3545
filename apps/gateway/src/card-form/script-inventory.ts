import { framePath } from "@cardseal/widget/server";

export interface InventoriedScript {
	/** The page that it runs on. */
	page: string;
	/** Its plain name among the files for browsers. */
	script: string;
	what: string;
	/** Why the page cannot do without it. */
	justification: string;
	/** What makes sure that its bytes are the ones that were built. */
	integrity: string;
}

/**
 * Every script that a page with card fields runs for us, and why (PCI DSS 6.4.3). The page check sounds the alarm at
 * any other one on the card form's page.
 */
export const scriptInventory: readonly InventoriedScript[] = [
	{
		page: framePath,
		script: "frame.js",
		what: "The card form: shows the fields, asks for a session, seals the card to the merchant's key and hands the token to the page around the frame.",
		justification:
			"Without it there is no form. It is the only script on the page, since whatever else ran there could read the card.",
		integrity:
			"Loaded under a name that holds its hash, with an integrity attribute, and let through by the same hash in script-src.",
	},
	{
		page: "the merchant's page",
		script: "cardseal.js",
		what: "Puts the frame into the merchant's page and carries the token from the frame to the merchant's form.",
		justification:
			"A merchant's page needs it to show the form and to get the token. No message to it can hold a digit of a card.",
		integrity: "Its hash is published at /v1/integrity.json, for merchants who want to pin it under its hashed name.",
	},
	{
		page: "the merchant's page",
		script: "encrypt.js",
		what: "Seals a card that was typed into the merchant's own fields.",
		justification: "For merchants who build a form of their own; pages with the form in the frame do not load it.",
		integrity: "Its hash is published at /v1/integrity.json; the pages of the demo shop carry it.",
	},
];
