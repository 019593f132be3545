import { actorLine, findStaffMails, mailToStaff, type StaffMail } from "@cardseal/identity";
import { withMode } from "@cardseal/merchants";
import { withoutInvisible } from "@cardseal/platform";
import { formatTime, type Mail, type ReadDueMail } from "@cardseal/platform/mail";

const en = {
	titles: {
		"bank_account.linked": "A bank account was linked for your withdrawals",
		"bank_account.replaced": "Your withdrawals now go to another bank account",
		"bank_account.removed": "The bank account for your withdrawals was removed",
	},
	otherTitle: "The bank account for your withdrawals was changed",
	paragraphs: [
		"You receive this email because you are an owner of this account. If you expected this change, you do not need to do anything.",
		"If you did not expect it: change your password, which ends all your other sessions. Link your own bank account again. Check on the Staff page who has access. Ask the operator of this service to stop pending withdrawals.",
	],
	account: "Account",
	business: "Business",
	when: "When",
	open: "Open the wallet",
};

const fr: typeof en = {
	titles: {
		"bank_account.linked": "Un compte bancaire a été lié pour vos retraits",
		"bank_account.replaced": "Vos retraits vont maintenant à un autre compte bancaire",
		"bank_account.removed": "Le compte bancaire de vos retraits a été retiré",
	},
	otherTitle: "Le compte bancaire de vos retraits a été modifié",
	paragraphs: [
		"Vous recevez ce courriel à titre de propriétaire de ce compte. Si vous vous attendiez à ce changement, vous n’avez rien à faire.",
		"Sinon, changez votre mot de passe, ce qui met fin à toutes vos autres sessions. Liez de nouveau votre propre compte bancaire. Vérifiez sur la page «\u00a0Personnel\u00a0» qui a accès au compte. Demandez à l’exploitant du service d’arrêter les retraits en attente.",
	],
	account: "Compte",
	business: "Entreprise",
	when: "Date",
	open: "Ouvrir le portefeuille",
};

const accountMailWords = { en, fr };

/**
 * The subject is fixed, so that recipients can filter by it.
 * @param options.host the domain of Message-IDs
 */
export function accountMail(mail: StaffMail, { link, host }: { link: string; host: string }): Mail {
	const { merchant, business, event, details, changedBy, occurredAt } = mail;
	const head = { messageId: `bank-account.${mail.id}@${host}`, to: mail.email, business };
	return mailToStaff(head, (language) => {
		const words = accountMailWords[language];
		const title = Object.entries(words.titles).find(([name]) => name === event)?.[1];
		return {
			title: title ?? words.otherTitle,
			isTest: merchant.mode === "demo",
			paragraphs: [...words.paragraphs],
			headline: { name: words.account, value: details.masked_account ?? "" },
			lines: [
				{ name: words.business, value: withoutInvisible(merchant.name) },
				{ name: words.when, value: formatTime(occurredAt, merchant.timeZone, language) },
				actorLine(changedBy, language),
			],
			link: { name: words.open, address: link },
		};
	});
}

export function readDueAccountMail({ publicUrl }: { publicUrl: string }): ReadDueMail {
	return async (database, ids) => {
		const mails = await findStaffMails(database, ids);
		return mails.map((mail) => {
			const { id, merchant, email } = mail;
			const link = publicUrl + withMode("/app/wallet", merchant.mode);
			const write = (host: string) => accountMail(mail, { link, host });
			return { reference: id, merchantId: merchant.id, to: email, allowance: "bank_account", blindCopies: [], write };
		});
	};
}
