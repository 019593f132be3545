import type { Words } from "../words.ts";

export const staff: Words["staff"] = {
	invite: "Inviter un membre du personnel",
	inviteExplanation: "La personne reçoit par courriel un lien valable sept jours et choisit son propre mot de passe.",
	sendInvitation: "Envoyer l’invitation",
	invited: (email) => `L’invitation sera envoyée à ${email}.`,
	invitations: "Invitations ouvertes",
	withdraw: "Retirer",
	withdrawNamed: (email) => `Retirer l’invitation de ${email}`,
	withdrawExplanation: "Le lien du courriel cesse de fonctionner.",
	withdrawn: (email) => `L’invitation de ${email} est retirée.`,
	columns: {
		name: "Nom",
		email: "Courriel",
		role: "Rôle",
		secondFactor: "Second facteur",
		lastSeen: "Dernière visite",
		until: "Valable jusqu’au",
	},
	primaryOwner: "Propriétaire principal",
	isOn: "Activé",
	isOff: "Désactivé",
	never: "Aucune session active",
	changeRole: "Changer le rôle",
	changeRoleOf: (name) => `Changer le rôle de ${name}`,
	roleExplanation: "La personne doit se reconnecter et obtient alors les permissions du nouveau rôle.",
	roleChanged: (name, role) => `${name} a maintenant le rôle ${role}.`,
	roleHints: {
		owner:
			"Toutes les permissions, sauf le passage en production et les comptes de processeur, réservés au propriétaire principal.",
		administrator:
			"Les permissions des propriétaires, sauf modifier les propriétaires, et exporter ou effacer des clients.",
		clerk:
			"Encaisse et capture des paiements, modifie les clients et les cartes, demande des paiements bancaires. Ni remboursements, ni annulations, ni exportations, ni paramètres.",
	},
	removeNamed: (name) => `Retirer ${name}`,
	removeExplanation:
		"La personne est déconnectée partout et ne peut plus se connecter. Ses actions restent dans le journal d’audit.",
	revokeLegend: "Révoquer ses identifiants",
	revokeHint: "Cette personne connaît peut-être les secrets. Les identifiants non choisis restent actifs.",
	disableLegend: "Désactiver ses points de réception",
	disableHint: "Ces serveurs reçoivent vos événements. Les points de réception non choisis restent actifs.",
	lastUsed: (moment) => `Dernière utilisation\u00a0: ${moment}`,
	neverUsed: "Jamais utilisé",
	removed: (name) => `${name} est retiré.`,
	orphaned: (names) =>
		`Les identifiants, partenaires et points de réception que cette personne a ajoutés restent actifs\u00a0: ${names}. Révoquez ou désactivez ceux dont vous n’avez plus besoin.`,
};
