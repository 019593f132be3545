import type { PartnerNews } from "../../partner/desk.ts";

/** What the demo partner's pages say. */
export const partnerWords = {
	title: "Ledger for shops",
	chip: "Demo partner",
	intro:
		"A stand-in for any other business, such as a bookkeeper's program, that a merchant lets look at its payments without telling it a password.",
	connect: "Connect with Cardseal",
	connectHint: "Sign in there as the owner of a demo account. You see what is asked for before anything is connected.",
	merchant: "Connected to merchant",
	scopes: "May use",
	payments: "Show its latest payments",
	refresh: "Refresh the access token",
	disconnect: "Disconnect",
	latest: "Latest payments",
	noPayments: "This merchant has no payments yet.",
	back: "Back",
	toShop: "To the demo shop",
	news: {
		connected: { tone: "success", text: "Connected. The tokens stay on this server; your browser never sees them." },
		refused: { tone: "warning", text: "You did not connect. Nothing was allowed." },
		mismatch: {
			tone: "danger",
			text: "This answer does not belong to anything that was begun here. Connect once more.",
		},
		refreshed: {
			tone: "success",
			text: "There is a new access token, and a new refresh token in place of the one that was just spent.",
		},
		ended: { tone: "warning", text: "This connection has ended: the merchant, or somebody else, disconnected it." },
		disconnected: { tone: "success", text: "Disconnected. The tokens are good for nothing any more." },
		failed: { tone: "danger", text: "The gateway could not be asked just now. Try again in a moment." },
	} satisfies Record<PartnerNews, { tone: string; text: string }>,
};
