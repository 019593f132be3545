import type { Words } from "../words.ts";

export const shell: Words["shell"] = {
	skip: "Aller au contenu",
	navigation: "Pages",
	more: "Plus",
	pages: {
		overview: "Vue d’ensemble",
		transactions: "Transactions",
		virtualTerminal: "Terminal virtuel",
		wallet: "Portefeuille",
		customers: "Clients",
		subscriptions: "Abonnements",
		plans: "Forfaits",
		settings: "Paramètres",
		staff: "Personnel",
		audit: "Audit",
	},
	demo: "Démo",
	demoHint: "Aucun argent ne circule ici. Seules les cartes de test sont acceptées.",
	sandboxTime: (moment) => `L’horloge du bac à sable a été avancée. Elle indique ${moment}.`,
	account: "Votre compte",
	accountLink: "Mot de passe et connexion",
	signOut: "Se déconnecter",
	roles: { owner: "Propriétaire", administrator: "Administrateur", clerk: "Caissier" },
	noPage: "Cette page n’existe pas",
	noPageHint: "L’adresse est peut-être ancienne ou mal écrite.",
	toOverview: "Aller à la vue d’ensemble",
};
