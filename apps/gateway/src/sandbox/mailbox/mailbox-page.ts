import type { StoredMail } from "@cardseal/platform/mail";
import { html } from "hono/html";

export const pagePolicy =
	"default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface MailboxPage {
	mails: StoredMail[];
	opened: StoredMail | undefined;
	/** The part that a narrow screen shows. */
	view: "list" | "mail";
}

export function mailboxPage({ mails, opened, view }: MailboxPage): string {
	const title = opened !== undefined && view === "mail" ? `${opened.subject} · Sandbox mailbox` : "Sandbox mailbox";
	const content = opened === undefined ? emptyState() : twoPanes(mails, opened, view);
	return pageOf({ title, view, isOpen: true, content });
}

export function mailboxClosedPage(): string {
	const content = html`<main id="content" tabindex="-1" class="panel mailbox-empty">
		<h2>Open the mailbox by its link</h2>
		<p>The link is in the terminal where <code>npm start</code> runs. After you open it once, this browser has access.</p>
	</main>`;
	return pageOf({ title: "Sandbox mailbox", view: "list", isOpen: false, content });
}

interface Page {
	title: string;
	view: MailboxPage["view"];
	isOpen: boolean;
	content: ReturnType<typeof emptyState>;
}

function pageOf({ title, view, isOpen, content }: Page): string {
	return html`<!doctype html>
<html lang="en">
<head>
	<meta charset="utf-8">
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<title>${title}</title>
	<link rel="icon" href="/docs/mark.svg">
	<link rel="stylesheet" href="/sandbox/style.css">
</head>
<body class="mailbox" data-view="${view}">
	${isOpen ? html`<a class="skip-link" href="#content">Skip to the mail</a>` : ""}
	<header class="mailbox-head">
		<h1><img src="/docs/mark.svg" alt="" width="32" height="32"> Sandbox mailbox</h1>
		<p class="muted">Emails are stored here instead of being sent. They can be read only on this machine.</p>
		${isOpen ? html`<a class="button-quiet" href="/sandbox/mailbox">Refresh</a>` : ""}
	</header>
	${content}
</body>
</html>
`.toString();
}

function emptyState() {
	return html`<main id="content" tabindex="-1" class="panel mailbox-empty">
		<h2>No mail yet</h2>
		<p>Make a sale with an <code>email</code>. Its receipt appears here within two seconds.</p>
		<p><a class="button" href="/docs#post-transaction-service-sale">See how to make a sale</a></p>
	</main>`;
}

function twoPanes(mails: StoredMail[], opened: StoredMail, view: MailboxPage["view"]) {
	return html`<main id="content" tabindex="-1" class="mailbox-panes">
		<nav class="mailbox-list" aria-label="Mail, newest first">
			<ol>${mails.map((mail) => entry(mail, mail.id === opened.id))}</ol>
		</nav>
		<div class="mailbox-mail panel">
			${view === "mail" ? html`<p class="mailbox-back"><a href="/sandbox/mailbox">All mail</a></p>` : ""}
			${message(opened)}
		</div>
	</main>`;
}

const hiddenRecipients = "undisclosed recipients";

function entry({ id, subject, to_address, sent_at }: StoredMail, isOpened: boolean) {
	return html`<li><a href="/sandbox/mailbox/${id}"${isOpened ? html` aria-current="true"` : ""}>
			<span class="mailbox-subject">${subject}</span>
			<span class="small muted">To ${to_address ?? hiddenRecipients}</span>
			<span class="small muted figures">${time(sent_at)}</span>
		</a></li>
		`;
}

function message(mail: StoredMail) {
	const copies = mail.blind_copies.length === 0 ? "" : pair("Blind copies", mail.blind_copies.join(", "));
	return html`<article aria-labelledby="subject">
		<h2 id="subject">${mail.subject}</h2>
		<dl class="mailbox-pairs">
			${pair("From", mail.sender_name)}
			${mail.reply_to === null ? "" : pair("Reply to", mail.reply_to)}
			${pair("To", mail.to_address ?? hiddenRecipients)}
			${copies}
			<div><dt>Sent</dt><dd class="figures">${time(mail.sent_at)}</dd></div>
		</dl>
		<iframe class="mailbox-frame" title="The email as its recipient sees it" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/sandbox/mailbox/${mail.id}/html"></iframe>
		<details>
			<summary>As plain text</summary>
			<pre tabindex="0" aria-label="The email as plain text">${mail.text}</pre>
		</details>
	</article>`;
}

function pair(name: string, value: string) {
	return html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`;
}

const timeFormat = new Intl.DateTimeFormat("en-CA", {
	dateStyle: "medium",
	timeStyle: "medium",
	hourCycle: "h23",
	timeZone: "UTC",
});

/** Formats in UTC: the sandbox's merchants have different time zones. */
function time(milliseconds: number) {
	const iso = new Date(milliseconds).toISOString();
	return html`<time datetime="${iso}">${timeFormat.format(milliseconds)} UTC</time>`;
}
