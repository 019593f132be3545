import { inReadersLanguage } from "@cardseal/shop";
import type { PartnerNews } from "./partner.ts";

const en = {
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
	results: { APPROVED: "approved", DECLINED: "declined", PENDING: "pending" },
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

const fr: typeof en = {
	title: "Un grand livre pour les boutiques",
	chip: "Partenaire de démonstration",
	dashboard: "Espace commerçant",
	docs: "Documentation de l’API",
	intro:
		"Une démonstration d’une autre entreprise, telle qu’un service de comptabilité. Elle lit les paiements d’un commerçant sans son mot de passe.",
	connect: "Connecter avec Cardseal",
	connectHint:
		"Connectez-vous comme propriétaire d’un compte de démonstration. Vous voyez les accès demandés avant toute connexion.",
	merchant: "Connecté au commerçant",
	scopes: "Accès accordés",
	payments: "Voir ses derniers paiements",
	refresh: "Actualiser le jeton d’accès",
	disconnect: "Déconnecter",
	latest: "Derniers paiements",
	results: { APPROVED: "accepté", DECLINED: "refusé", PENDING: "en attente" },
	noPayments: "Ce commerçant n’a pas encore de paiements.",
	back: "Retour",
	toShop: "Vers la boutique de démonstration",
	news: {
		connected: {
			tone: "success",
			text: "Connecté. Les jetons restent sur ce serveur; votre navigateur ne les voit jamais.",
		},
		refused: { tone: "warning", text: "Vous n’avez pas connecté le partenaire. Aucun accès n’a été accordé." },
		mismatch: {
			tone: "danger",
			text: "Cette réponse ne correspond à aucune demande de ce navigateur. Recommencez la connexion.",
		},
		refreshed: {
			tone: "success",
			text: "Le partenaire a un nouveau jeton d’accès et un nouveau jeton d’actualisation.",
		},
		ended: {
			tone: "warning",
			text: "Cette connexion a pris fin\u00a0: le commerçant ou une autre personne l’a supprimée.",
		},
		disconnected: { tone: "success", text: "Déconnecté. Les jetons sont révoqués." },
		failed: { tone: "danger", text: "La passerelle est injoignable. Réessayez dans un instant." },
	},
};

export const partnerWords = inReadersLanguage(en, fr);
