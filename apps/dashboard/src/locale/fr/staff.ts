import type { Words } from "../words.ts";

export const staff: Words["staff"] = {
	title: "Personnel",
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
		owner: "Toutes les permissions, y compris l’ajout et le retrait de propriétaires.",
		administrator: "Toutes les permissions, sauf la modification des propriétaires.",
		clerk: "Encaisse des paiements, voit les clients et les transactions. Ni remboursements ni paramètres.",
	},
	removeNamed: (name) => `Retirer ${name}`,
	removeKeep: (name) => `Garder ${name}`,
	removeExplanation:
		"La personne est déconnectée partout et ne peut plus se connecter. Ses actions restent dans le journal d’audit.",
	removed: (name) => `${name} est retiré.`,
	orphaned: (names) =>
		`Les identifiants et partenaires que cette personne a ajoutés restent actifs\u00a0: ${names}. Révoquez dans les paramètres ceux dont vous n’avez plus besoin.`,
};
