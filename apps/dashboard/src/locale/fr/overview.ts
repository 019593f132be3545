import type { Words } from "../words.ts";

export const overview: Words["overview"] = {
	title: "Vue d’ensemble",
	today: "Aujourd’hui",
	month: "30 derniers jours",
	currency: "Devise",
	approved: "Approuvés",
	declined: "Refusés",
	refunded: "Remboursés",
	amountTaken: "Montant encaissé",
	approvedPayments: (count, written) => (count < 2 ? `${written} paiement approuvé` : `${written} paiements approuvés`),
	countAndMoney: (count, money) => `${count} · ${money}`,
	byDay: "Paiements par jour",
	day: "Jour",
	asTable: "En tableau",
	daySentence: ({ day, approved, amount, declined }) =>
		`${day} : ${approved} approuvés, ${amount} encaissés, ${declined} refusés`,
	latest: "Dernières transactions",
	all: "Toutes les transactions",
};
