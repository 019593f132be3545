import type { PartnerNews } from "./partner.ts";

/** The texts of the demo partner's pages. */
export const partnerWords = {
	title: "Ledger for shops",
	chip: "Demo partner",
	dashboard: "Merchant dashboard",
	docs: "API documentation",
	intro:
		"A demo of another business, such as a bookkeeping service. It reads a merchant's payments without their password.",
	connect: "Connect with Cardseal",
	connectHint:
		"Sign in there as the owner of a demo account. You see the requested access before anything is connected.",
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
		refused: { tone: "warning", text: "You did not connect. No access was granted." },
		mismatch: { tone: "danger", text: "This response does not belong to a request from this browser. Connect again." },
		refreshed: {
			tone: "success",
			text: "The partner has a new access token and a new refresh token.",
		},
		ended: { tone: "warning", text: "This connection has ended: the merchant or another person disconnected it." },
		disconnected: { tone: "success", text: "Disconnected. The tokens are revoked." },
		failed: { tone: "danger", text: "The gateway could not be reached. Try again in a moment." },
	} satisfies Record<PartnerNews, { tone: string; text: string }>,
};
