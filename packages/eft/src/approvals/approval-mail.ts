import { mailToStaff } from "@cardseal/identity";
import { withMode } from "@cardseal/merchants";
import { formatAmount, withoutInvisible } from "@cardseal/platform";
import { formatTime, type Mail, type MailLine, type ReadDueMail } from "@cardseal/platform/mail";
import type { EftTransaction } from "../tables.ts";
import { type ApprovalMail, findApprovalMails } from "./approvals.store.ts";

const en = {
	titles: {
		"approval.requested": (money: string, payee: string) => `Approve ${money} to ${payee}?`,
		"approval.expiring": (money: string, payee: string) => `Reminder: approve ${money} to ${payee}?`,
	},
	explanations: {
		"approval.requested": "This payment goes to the bank once a second person approves it. You may do so.",
		"approval.expiring":
			"Nobody has approved or rejected this payment yet. It is not sent unless a second person approves it before the time below. You may do so.",
	},
	advice: "If you do not know what it is for, ask the person who asked for it, or reject it.",
	amount: "Amount",
	to: "To",
	account: "Account",
	description: "Description",
	askedBy: "Asked by",
	client: (id: string) => `API credential ${id}`,
	expires: "Expires",
	business: "Business",
	open: "Open the payment",
};

const fr: typeof en = {
	titles: {
		"approval.requested": (money, payee) => `Approuver ${money} à ${payee}?`,
		"approval.expiring": (money, payee) => `Rappel\u00a0: approuver ${money} à ${payee}?`,
	},
	explanations: {
		"approval.requested": "Ce paiement part à la banque dès qu’une seconde personne l’approuve. Vous pouvez le faire.",
		"approval.expiring":
			"Personne n’a encore approuvé ni refusé ce paiement. Il n’est pas envoyé si une seconde personne ne l’approuve pas avant la date ci-dessous. Vous pouvez le faire.",
	},
	advice: "Si vous ne savez pas à quoi il sert, posez la question à la personne qui l’a demandé, ou refusez-le.",
	amount: "Montant",
	to: "Destinataire",
	account: "Compte",
	description: "Description",
	askedBy: "Demandé par",
	client: (id) => `Identifiant d’API ${id}`,
	expires: "Expiration",
	business: "Entreprise",
	open: "Ouvrir le paiement",
};

const approvalMailWords = { en, fr };

/**
 * The same payment gives the same Message-ID.
 * @param options.host the domain of Message-IDs
 */
export function approvalMail(approval: ApprovalMail, { link, host }: { link: string; host: string }): Mail {
	const { merchant, business, event, payment } = approval;
	const head = { messageId: `approval.${approval.id}@${host}`, to: approval.email, business };
	return mailToStaff(head, (language) => {
		const words = approvalMailWords[language];
		const money = formatAmount(payment.amount_cents, "CAD", language);
		return {
			title: words.titles[event](money, payeeInTitle(payment)),
			isTest: merchant.mode === "demo",
			paragraphs: [words.explanations[event], words.advice],
			headline: { name: words.amount, value: money },
			lines: [
				...line(words.to, recipientOf(payment)),
				...line(words.account, payment.masked_account),
				...line(words.description, payment.description),
				...line(words.askedBy, askerOf(approval, words)),
				...line(words.expires, formatTime(approval.expiresAt, merchant.timeZone, language)),
				...line(words.business, merchant.name),
			],
			link: { name: words.open, address: link },
		};
	});
}

type Payee = Pick<EftTransaction, "email" | "first_name" | "last_name" | "masked_account">;

function nameOf({ first_name: first, last_name: last }: Payee): string {
	return [first, last].filter((part) => part !== null).join(" ");
}

function payeeInTitle(payee: Payee): string {
	return withoutInvisible(nameOf(payee) || (payee.email ?? payee.masked_account ?? ""));
}

function recipientOf(payee: Payee): string {
	return [nameOf(payee), payee.email ?? ""].filter((part) => part !== "").join(", ");
}

function askerOf({ askedBy, clientId }: ApprovalMail, words: typeof en): string {
	const client = clientId === null ? null : words.client(clientId);
	return [client, askedBy].filter((part) => part !== null).join(", ");
}

function line(name: string, value: string | null): MailLine[] {
	return value === null || value === "" ? [] : [{ name, value: withoutInvisible(value) }];
}

export function readDueApprovalMail({ publicUrl }: { publicUrl: string }): ReadDueMail {
	return async (database, ids) => {
		const mails = await findApprovalMails(database, ids);
		return mails.map((mail) => {
			const { id, merchant, email, payment } = mail;
			const link = publicUrl + withMode(`/app/wallet/payments/${payment.transaction_id}`, merchant.mode);
			const write = (host: string) => approvalMail(mail, { link, host });
			return {
				reference: id,
				merchantId: merchant.id,
				to: email,
				allowance: "payment_approval",
				blindCopies: [],
				write,
			};
		});
	};
}
