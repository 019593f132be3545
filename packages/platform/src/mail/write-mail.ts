import { html } from "hono/html";
import type { Language } from "../language.ts";
import { withoutInvisible } from "../text.ts";
import type { MailSender } from "./mail-sender.store.ts";

export interface MailContent {
	subject?: string;
	/** Above the title, for readers who load pictures. */
	logo?: { address: string; width: number; height: number; name: string };
	title: string;
	isTest: boolean;
	paragraphs: string[];
	headline: MailLine;
	lines: MailLine[];
	link?: MailLink;
	furtherLinks?: MailLink[];
	/** `undefined` when the paragraphs name it. */
	contact: MailContact | undefined;
}

export interface MailLine {
	name: string;
	value: string;
}

interface MailLink {
	name: string;
	address: string;
}

export type MailContact = Pick<MailSender, "replyTo" | "contactAddress" | "contactPhone"> & { name: string };

export function merchantContact(sender: MailSender): MailContact {
	const { replyTo, contactAddress, contactPhone, merchantName } = sender;
	return { replyTo, contactAddress, contactPhone, name: withoutInvisible(merchantName) };
}

const english = {
	/** Announces the second language. */
	follows: "English follows.",
	testBanner: "This is a test: no money has moved.",
	testSubject: (title: string) => `Test: ${title}`,
	reply: "Questions? Reply to this email.",
	contact: (name: string) => `Questions? Contact ${name}.`,
	phone: "Phone",
	address: "Address",
	colon: ": ",
};

const words: Record<Language, typeof english> = {
	en: english,
	fr: {
		follows: "La version française suit.",
		testBanner: "Ceci est un test\u00a0: aucune somme n’a été transférée.",
		testSubject: (title) => `Test\u00a0: ${title}`,
		reply: "Des questions? Répondez à ce courriel.",
		contact: (name) => `Des questions? Communiquez avec ${name}.`,
		phone: "Téléphone",
		address: "Adresse",
		colon: "\u00a0: ",
	},
};

interface Part {
	language: Language;
	content: MailContent;
	words: typeof english;
}

/** @param languages in reading order */
export function writeMail(
	languages: Language[],
	contentIn: (language: Language) => MailContent,
): { subject: string; text: string; html: string } {
	const parts = languages.map((language) => ({ language, content: contentIn(language), words: words[language] }));
	return {
		subject: parts.map(subjectOf).join(" / "),
		text: `${[...followsOf(parts).map(({ words: { follows } }) => follows), ...parts.map(asText)].join("\n\n")}\n`,
		html: asHtml(parts),
	};
}

function subjectOf({ content: { subject, title, isTest }, words: { testSubject } }: Part): string {
	const plain = subject ?? title;
	return isTest ? testSubject(plain) : plain;
}

function followsOf(parts: Part[]): Part[] {
	return parts.slice(1);
}

function closingOf({ content: { contact }, words }: Part): string[] {
	if (contact === undefined) return [];
	const { replyTo, contactAddress, contactPhone, name } = contact;
	const ways = [
		...(contactPhone === null ? [] : [{ name: words.phone, value: contactPhone }]),
		...(contactAddress === null ? [] : [{ name: words.address, value: contactAddress }]),
	];
	return [
		replyTo === null ? words.contact(name) : words.reply,
		...ways.map((way) => `${way.name}${words.colon}${withoutInvisible(way.value)}`),
	];
}

function asText(part: Part): string {
	const { title, isTest, paragraphs, headline, lines } = part.content;
	const { testBanner, colon } = part.words;
	const rows = [headline, ...lines].map(({ name, value }) => `${name}${colon}${value}`);
	const before = [...(isTest ? [testBanner] : []), ...paragraphs].flatMap((paragraph) => [paragraph, ""]);
	const after = linksOf(part.content).flatMap((link) => ["", `${link.name}${colon.trimEnd()}`, link.address]);
	const closing = closingOf(part);
	return [title, "", ...before, ...rows, ...after, ...(closing.length === 0 ? [] : ["", ...closing])].join("\n");
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const [textColor, mutedColor, borderColor, pageColor] = ["#0f172a", "#526079", "#d5dbe5", "#f5f7fa"];

/** Many mail clients support only tables and inline styles. */
function asHtml(parts: Part[]): string {
	return html`<!doctype html>
<html lang="${parts[0]?.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${parts.map(({ content }) => content.title).join(" / ")}</title>
<style>@media print{body{padding:0!important;background:none!important}table{break-inside:avoid}.link{display:none}}</style>
</head>
<body style="margin:0;padding:24px 12px;background:${pageColor};color:${textColor};${font};font-size:16px;line-height:1.5">
<div role="main">
${followsOf(parts).map(
	({ language, words: { follows } }) =>
		html`<p lang="${language}" align="center" style="margin:0 0 16px;color:${mutedColor};font-size:14px">${follows}</p>\n`,
)}${parts.map(partInHtml)}</div>
</body>
</html>
`.toString();
}

function partInHtml(part: Part) {
	const { logo, title, headline, lines } = part.content;
	return html`<table role="presentation" lang="${part.language}" align="center" width="100%" cellspacing="0" cellpadding="0" style="max-width:480px;margin:0 auto 24px">
<tr><td style="padding:24px;border:1px solid ${borderColor};border-radius:8px;background:#ffffff">
${logoOf(logo)}<h1 style="margin:0 0 16px;font-size:20px;line-height:1.25"><bdi>${title}</bdi></h1>
${introductionOf(part)}<p style="margin:0;color:${mutedColor}">${headline.name}</p>
<p style="margin:0 0 16px;font-size:28px;line-height:1.25;font-weight:600">${headline.value}</p>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="font-size:14px">
${lines.map(rowOf)}
</table>
${linksOf(part.content).map(linkInHtml)}${closingInHtml(part)}</td></tr>
</table>
`;
}

const largestLogo = { width: 200, height: 64 };

/** Old mail programs take the size of attributes alone. */
function logoOf(logo: MailContent["logo"]) {
	if (logo === undefined) return html``;
	const { address, width, height, name } = logo;
	const scale = Math.min(1, largestLogo.width / width, largestLogo.height / height);
	const [shownWidth, shownHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
	return html`<img src="${address}" alt="${name}" width="${shownWidth}" height="${shownHeight}" style="display:block;margin:0 0 16px;border:0;font-size:16px;font-weight:600">
`;
}

function closingInHtml(part: Part) {
	const closing = closingOf(part);
	if (closing.length === 0) return html``;
	return html`<p style="margin:16px 0 0;color:${mutedColor};font-size:14px">${closing.map(
		(line, place) => html`${place === 0 ? "" : html`<br>`}<bdi>${line}</bdi>`,
	)}</p>\n`;
}

function introductionOf({ content: { isTest, paragraphs }, words: { testBanner } }: Part) {
	const banner = html`<p style="margin:0 0 16px;padding:8px 12px;border:1px solid #a15c07;border-radius:8px;background:#fdf4e3">${testBanner}</p>`;
	return [
		...(isTest ? [banner] : []),
		...paragraphs.map((paragraph) => html`<p style="margin:0 0 16px"><bdi>${paragraph}</bdi></p>\n`),
	];
}

function linksOf({ link, furtherLinks = [] }: MailContent): MailLink[] {
	return link === undefined ? [] : [link, ...furtherLinks];
}

/** Some readers do not click links in mails. */
function linkInHtml(link: MailLink) {
	return html`<p class="link" style="margin:16px 0 0"><a target="_blank" rel="noopener" href="${link.address}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#0f766e;color:#ffffff;font-weight:600;text-decoration:none">${link.name}</a></p>
<p class="link" style="margin:16px 0 0;font-size:14px;word-break:break-all">${link.address}</p>
`;
}

function rowOf({ name, value }: MailLine) {
	return html`<tr>
<td style="padding:8px 16px 8px 0;border-top:1px solid ${borderColor};color:${mutedColor};vertical-align:top">${name}</td>
<td align="right" style="padding:8px 0;border-top:1px solid ${borderColor};vertical-align:top;word-break:break-word"><bdi>${value}</bdi></td>
</tr>`;
}
