import { formatAmount, type Language, withoutInvisible } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import {
	formatDay,
	languagesOfMail,
	type Mail,
	type MailContent,
	merchantContact,
	type ReadDueMail,
	writeMail,
} from "@cardseal/platform/mail";
import type { Vault } from "@cardseal/vault";
import { linkUrl } from "./link-page.ts";
import { linkWords } from "./link-words.ts";
import { findMailed, type MailedLink } from "./links.store.ts";

const mailWords: Record<Language, Record<"open" | "openPlan" | "see", string>> = {
	en: {
		open: "Open the link to see what it is for and to pay.",
		openPlan: "Open the link to read all terms, and to subscribe if you agree to them.",
		see: "Open the page",
	},
	fr: {
		open: "Ouvrez le lien pour voir l’objet du paiement et payer.",
		openPlan: "Ouvrez le lien pour lire toutes les conditions, et vous abonner si elles vous conviennent.",
		see: "Ouvrir la page",
	},
};

export function readDueLinks(links: { vault: Vault; publicUrl: string }): ReadDueMail {
	return async (database: Database, references) =>
		(await findMailed(database, references)).map((mailed) => ({
			reference: mailed.reference,
			merchantId: mailed.merchantId,
			to: mailed.email,
			blindCopies: [],
			write: (host) => linkMail(mailed, { host, address: linkUrl({ payments: links }, mailed.link.lookup_id) }),
		}));
}

export function linkMail(mailed: MailedLink, { host, address }: { host: string; address: string }): Mail {
	return {
		messageId: `payment-link.${mailed.reference}@${host}`,
		senderName: withoutInvisible(mailed.merchantName),
		replyTo: mailed.replyTo ?? undefined,
		to: mailed.email,
		blindCopies: [],
		...writeMail(languagesOfMail(mailed, mailed), (language) => contentOf(mailed, address, language)),
	};
}

function contentOf(mailed: MailedLink, address: string, language: Language): MailContent {
	const words = linkWords[language];
	const { link, timeZone } = mailed;
	const merchant = withoutInvisible(mailed.merchantName);
	const amount = formatAmount(link.amount_cents, link.currency, language);
	const isPlan = link.plan_lookup_id !== null;
	return {
		title: isPlan ? words.plan.asks(merchant) : words.asks(merchant, amount),
		isTest: mailed.isTest,
		paragraphs: [mailWords[language][isPlan ? "openPlan" : "open"], words.notThem(merchant)],
		headline: { name: isPlan ? words.plan.firstPayment : words.amount, value: amount },
		lines: [
			{ name: words.for, value: withoutInvisible(link.description) },
			...(link.invoice_id === null ? [] : [{ name: words.invoice, value: withoutInvisible(link.invoice_id) }]),
			{ name: words.payBefore, value: formatDay(link.expires_at, timeZone, language) },
		],
		link: { name: mailWords[language].see, address: `${address}?lang=${language}` },
		contact: merchantContact(mailed),
	};
}
