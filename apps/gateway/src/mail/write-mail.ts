import { html } from "hono/html";

/** The content of a mail, in reading order. Every text is plain, on one line. */
export interface MailContent {
	title: string;
	/** Shows the test notice first: no money moves. */
	isTest: boolean;
	/** Explanations and advice. */
	paragraphs: string[];
	/** The most important line, shown large. */
	headline: MailLine;
	lines: MailLine[];
	/** The page to open. */
	link?: { name: string; address: string };
	/** True when the merchant reads replies to this mail. */
	isAnswerRead: boolean;
}

export interface MailLine {
	name: string;
	value: string;
}

const testNotice = "This is a test: no money has moved.";

/** Writes the text and the HTML of a mail, with the same content. Pure. */
export function writeMail(content: MailContent): { text: string; html: string } {
	return { text: asText(content), html: asHtml(content) };
}

/** Returns the subject of a mail; a test mail is marked as one. */
export function subjectOf(title: string, isTest: boolean): string {
	return isTest ? `Test: ${title}` : title;
}

function closing({ isAnswerRead }: MailContent): string {
	return isAnswerRead ? "Questions? Reply to this email." : "Replies to this email are not read.";
}

function asText(content: MailContent): string {
	const { title, isTest, paragraphs, headline, lines, link } = content;
	const rows = [headline, ...lines].map(({ name, value }) => `${name}: ${value}`);
	const before = [...(isTest ? [testNotice] : []), ...paragraphs].flatMap((paragraph) => [paragraph, ""]);
	const after = link === undefined ? [] : ["", `${link.name}:`, link.address];
	return [title, "", ...before, ...rows, ...after, "", closing(content), ""].join("\n");
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const [textColor, mutedColor, borderColor, pageColor] = ["#0f172a", "#526079", "#d5dbe5", "#f5f7fa"];

/** Uses tables, inline styles and no images, since many mail clients support nothing else. */
function asHtml(content: MailContent): string {
	const { title, headline, lines } = content;
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${title}</title>
</head>
<body style="margin:0;padding:24px 12px;background:${pageColor};color:${textColor};${font};font-size:16px;line-height:1.5">
<div role="main">
<table role="presentation" align="center" width="100%" cellspacing="0" cellpadding="0" style="max-width:480px;margin:0 auto">
<tr><td style="padding:24px;border:1px solid ${borderColor};border-radius:8px;background:#ffffff">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.25"><bdi>${title}</bdi></h1>
${introductionOf(content)}<p style="margin:0;color:${mutedColor}">${headline.name}</p>
<p style="margin:0 0 16px;font-size:28px;line-height:1.25;font-weight:600">${headline.value}</p>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="font-size:14px">
${lines.map(rowOf)}
</table>
${linkOf(content)}<p style="margin:16px 0 0;color:${mutedColor};font-size:14px">${closing(content)}</p>
</td></tr>
</table>
</div>
</body>
</html>
`.toString();
}

function introductionOf({ isTest, paragraphs }: MailContent) {
	const notice = html`<p style="margin:0 0 16px;padding:8px 12px;border:1px solid #a15c07;border-radius:8px;background:#fdf4e3">${testNotice}</p>`;
	return [
		...(isTest ? [notice] : []),
		...paragraphs.map((paragraph) => html`<p style="margin:0 0 16px"><bdi>${paragraph}</bdi></p>\n`),
	];
}

/** Also prints the address, for readers who do not click links in mails. */
function linkOf({ link }: MailContent) {
	if (link === undefined) return html``;
	return html`<p style="margin:16px 0 0"><a target="_blank" rel="noopener" href="${link.address}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#0f766e;color:#ffffff;font-weight:600;text-decoration:none">${link.name}</a></p>
<p style="margin:16px 0 0;font-size:14px;word-break:break-all">${link.address}</p>
`;
}

function rowOf({ name, value }: MailLine) {
	return html`<tr>
<td style="padding:8px 16px 8px 0;border-top:1px solid ${borderColor};color:${mutedColor};vertical-align:top">${name}</td>
<td align="right" style="padding:8px 0;border-top:1px solid ${borderColor};vertical-align:top;word-break:break-word"><bdi>${value}</bdi></td>
</tr>`;
}
