import { type Language, languageParameter, withoutInvisible } from "@cardseal/platform";
import {
	formatDay,
	formatTime,
	languagesOfMail,
	type Mail,
	merchantContact,
	type ReadDueMail,
	writeMail,
} from "@cardseal/platform/mail";
import { macOfAddress, type PortalLinks, portalLink } from "./portal-session.ts";
import { portalWords } from "./portal-words.ts";
import { findMailedLinks, type MailedLink } from "./sessions.store.ts";

export const readDuePortalLinks =
	(links: PortalLinks): ReadDueMail =>
	async (database, references) => {
		// The address of a customer may have changed since the payer typed it.
		const mailed = (await findMailedLinks(database, references)).filter(
			({ merchantId, email, mailedTo }) => mailedTo?.equals(macOfAddress(links, merchantId, email)) === true,
		);
		const found = Map.groupBy(mailed, ({ reference }) => reference ?? "");
		return [...found].flatMap(([reference, [first, ...others]]) => {
			if (first === undefined) return [];
			const write = (host: string) => portalMail([first, ...others], { host, links });
			const { merchantId, email } = first;
			return [{ reference, merchantId, to: email, allowance: "portal_link" as const, blindCopies: [], write }];
		});
	};

export function portalMail(
	mailed: readonly [MailedLink, ...MailedLink[]],
	{ host, links }: { host: string; links: PortalLinks },
): Mail {
	const [first] = mailed;
	const contact = merchantContact(first);
	const contentIn = (language: Language) => {
		const words = portalWords[language].mail;
		const [link, ...furtherLinks] = mailed.map((one) => ({
			name:
				mailed.length === 1
					? words.link
					: words.linkOf(nameOf(one), formatDay(one.customerSince, one.timeZone, language)),
			address: `${portalLink(links, one.lookupId)}?${languageParameter}=${language}`,
		}));
		return {
			title: words.title(contact.name),
			isTest: first.mode === "demo",
			paragraphs: [words.text(mailed.length), words.ignore],
			headline: { name: words.validUntil, value: formatTime(first.expiresAt, first.timeZone, language) },
			lines: [{ name: words.email, value: withoutInvisible(first.email) }],
			...(link !== undefined && { link, furtherLinks }),
			contact,
		};
	};
	return {
		messageId: `portal-link.${first.reference}@${host}`,
		senderName: contact.name,
		replyTo: first.replyTo ?? undefined,
		to: first.email,
		blindCopies: [],
		...writeMail(languagesOfMail(first, first), contentIn),
	};
}

function nameOf({ firstName, lastName, company, email }: MailedLink): string {
	const person = [firstName, lastName].filter((part) => part !== null).join(" ");
	return withoutInvisible([person, company ?? ""].filter((part) => part !== "").join(", ") || email);
}
