import type { Access } from "@cardseal/merchants";
import { notFound, parseNumericId } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { problemSchema, readStyleSheet, requireLoopback, wantsPage } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { findMail, listMail, maximumStored, type StoredMail } from "@cardseal/platform/mail";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { mailboxPage, pagePolicy } from "./mailbox-page.ts";
import { type MailboxTokenOptions, mailboxTokenName, requireMailboxToken } from "./require-mailbox-token.ts";

const mailSchema = z
	.object({
		id: z.int(),
		message_id: z.string().openapi({ description: "Stays the same when the email is sent again" }),
		from: z.string().openapi({ description: "The name of the sender", example: "Maple & Main" }),
		reply_to: z.string().nullable(),
		to: z.array(z.string()).openapi({ example: ["payer@example.com"] }),
		cc: z.array(z.string()),
		bcc: z.array(z.string()),
		subject: z.string().openapi({ example: "Receipt for $31.00 CAD from Maple & Main" }),
		text: z.string(),
		html: z.string(),
		sent_at: z.int().openapi({ description: "The sandbox's time, in milliseconds since 1970" }),
	})
	.openapi("StoredMail");

/** An email has inline styles, so its own document may be read and do nothing else (rule X-31). */
const mailPolicy =
	"default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
	"sandbox allow-popups allow-popups-to-escape-sandbox";

const pageContent = { "text/html": { schema: z.string() } };
const problemContent = { "application/json": { schema: problemSchema } };
const forbidden = {
	description: "The request comes from another machine, or without a token",
	content: { ...problemContent, ...pageContent },
};
const unknown = { description: "There is no mail with this id", content: problemContent };

const limitAdvice = `Send a whole number from 1 to ${maximumStored}.`;
const defaultLimit = 100;

const tokenQuery = z.object({
	[mailboxTokenName]: z
		.string("Send the token once.")
		.optional()
		.openapi({ description: "The token of the link that `npm start` prints; not needed with a bearer token" }),
});

const listQuery = tokenQuery.extend({
	limit: z
		.string(limitAdvice)
		.regex(/^[1-9][0-9]{0,3}$/, limitAdvice)
		.transform(Number)
		.pipe(z.number().max(maximumStored, limitAdvice))
		.optional()
		.openapi({ type: "integer", minimum: 1, maximum: maximumStored, default: defaultLimit, example: 25 }),
});

const params = z.object({ mail_id: z.string().openapi({ description: "The mail's id", example: "1" }) });

const readers =
	"For programs on the sandbox's machine, with the mailbox's token, or for a merchant's own mail with a token of its credential that has a scope without `:read`.";
const tags = ["Sandbox"];

export interface MailboxRouteOptions extends MailboxTokenOptions {
	database: Database;
	publicUrl: string;
}

export function mailboxRoutes(
	app: OpenAPIHono<GatewayEnv>,
	{ database, publicUrl, ...tokens }: MailboxRouteOptions,
): void {
	const guarded = {
		security: [{ bearer: [] }, {}],
		middleware: [requireLoopback(publicUrl), requireMailboxToken(tokens)] satisfies MiddlewareHandler<GatewayEnv>[],
	};
	const listRoute = createRoute({
		method: "get",
		operationId: "listSandboxMails",
		path: "/sandbox/mailbox",
		tags,
		summary: "List the stored emails",
		description: `${readers} Newest first; the newest ${maximumStored} are stored. Browsers get a page.`,
		...guarded,
		request: { query: listQuery },
		responses: {
			200: {
				description: "The mail",
				content: { "application/json": { schema: z.array(mailSchema) }, ...pageContent },
			},
			400: { description: limitAdvice, content: problemContent },
			403: forbidden,
		},
	});
	app.openapi(listRoute, async (context) => {
		const { limit = defaultLimit } = context.req.valid("query");
		const mails = await listMail(database, limit, readerOf(context));
		if (!wantsPage(context)) return context.json(mails.map(mailOf), 200);
		context.header("Content-Security-Policy", pagePolicy);
		return context.html(mailboxPage({ mails, opened: mails[0], view: "list" }), 200);
	});
	const mailRoute = createRoute({
		method: "get",
		operationId: "getSandboxMail",
		path: "/sandbox/mailbox/{mail_id}",
		tags,
		summary: "Read a stored email",
		description: `${readers} Browsers get a page.`,
		...guarded,
		request: { params, query: tokenQuery },
		responses: {
			200: { description: "The mail", content: { "application/json": { schema: mailSchema }, ...pageContent } },
			403: forbidden,
			404: unknown,
		},
	});
	app.openapi(mailRoute, async (context) => {
		const reader = readerOf(context);
		const opened = await getMail(database, context.req.valid("param").mail_id, reader);
		if (!wantsPage(context)) return context.json(mailOf(opened), 200);
		context.header("Content-Security-Policy", pagePolicy);
		const mails = await listMail(database, defaultLimit, reader);
		return context.html(mailboxPage({ mails, opened, view: "mail" }), 200);
	});
	const documentRoute = createRoute({
		method: "get",
		operationId: "getSandboxMailHtml",
		path: "/sandbox/mailbox/{mail_id}/html",
		tags,
		summary: "Read the HTML of an email, for a frame",
		description: `${readers} No script in it runs, and nothing in it is loaded. Its links open in a new window.`,
		...guarded,
		request: { params, query: tokenQuery },
		responses: {
			200: { description: "The HTML of the email", content: pageContent },
			403: forbidden,
			404: unknown,
		},
	});
	app.openapi(documentRoute, async (context) => {
		const mail = await getMail(database, context.req.valid("param").mail_id, readerOf(context));
		context.header("Content-Security-Policy", mailPolicy);
		return context.html(mail.html, 200);
	});
	app.openapi(styleRoute, (context) => {
		context.header("Content-Type", "text/css; charset=utf-8");
		return context.body(style, 200);
	});
}

const style = readStyleSheet(new URL("./mailbox.css", import.meta.url));
const styleRoute = createRoute({
	method: "get",
	operationId: "getMailboxStyle",
	path: "/sandbox/style.css",
	tags,
	summary: "The style sheet of the mailbox",
	responses: { 200: { description: "A style sheet", content: { "text/css": { schema: z.string() } } } },
});

/** Returns the merchant whose mail is readable; `undefined` for all. */
function readerOf(context: Context<GatewayEnv>): number | undefined {
	return (context.get("access") as Access | undefined)?.merchant.id;
}

async function getMail(database: Database, text: string, merchantId: number | undefined): Promise<StoredMail> {
	const id = parseNumericId(text);
	const mail = id === undefined ? undefined : await findMail(database, id, merchantId);
	if (mail === undefined) throw notFound("mail");
	return mail;
}

function mailOf(mail: StoredMail): z.infer<typeof mailSchema> {
	return {
		id: mail.id,
		message_id: mail.message_id,
		from: mail.sender_name,
		reply_to: mail.reply_to,
		to: mail.to_address === null ? [] : [mail.to_address],
		cc: [],
		bcc: mail.blind_copies,
		subject: mail.subject,
		text: mail.text,
		html: mail.html,
		sent_at: mail.sent_at,
	};
}
