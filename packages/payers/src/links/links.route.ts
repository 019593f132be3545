import { type Admission, requireAlsoScope } from "@cardseal/merchants";
import { lineUpTo, notFound } from "@cardseal/platform";
import {
	callerOf,
	listQuery,
	locationHeader,
	merchantErrors,
	pageQueryFields,
	pagingSchema,
	readPage,
	setLocation,
} from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { keyedRoute } from "@cardseal/platform/idempotency";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { BankPayers, LinkPayers } from "../payers.ts";
import { linkStatuses, type PaymentLink } from "../tables.ts";
import { createLink } from "./create-link.ts";
import { cancelLink } from "./end-link.ts";
import { linkUrl } from "./link-page.ts";
import { linkRecordOf, linkSchema } from "./link-record.ts";
import { linkRequestSchema } from "./link-request.ts";
import { findLink, listLinks } from "./links.store.ts";
import { maximumMails, sendLink } from "./send-link.ts";

const path = "/transaction-service/payment-link";
const onePath = `${path}/{lookup_id}`;
const tags = ["Payment links"];
const params = z.object({ lookup_id: z.string().openapi({ description: "The link's lookup_id" }) });
const answer = { description: "The link", content: { "application/json": { schema: linkSchema } } };

const listSchema = z.object({ entities: z.array(linkSchema), paging: pagingSchema }).openapi("PaymentLinkList");

export function linkRoutes(app: OpenAPIHono<GatewayEnv>, payers: BankPayers, admission: Admission): void {
	createRouteOf(app, payers, admission);
	listRouteOf(app, payers, admission);
	readRouteOf(app, payers, admission);
	cancelRouteOf(app, payers, admission);
	sendRouteOf(app, payers, admission);
}

const shown = (payers: LinkPayers, link: PaymentLink) => linkRecordOf(link, linkUrl(payers, link.lookup_id));

/** @throws Problem 404 */
async function getLink({ payments }: LinkPayers, merchantId: number, lookupId: string): Promise<PaymentLink> {
	const link = await findLink(payments.database, lookupId, { merchantId });
	if (link === undefined) throw notFound("payment_link");
	return link;
}

function createRouteOf(app: OpenAPIHono<GatewayEnv>, payers: BankPayers, admission: Admission): void {
	keyedRoute(
		app,
		payers.payments,
		{
			operationId: "createPaymentLink",
			path,
			tags,
			summary: "Create a payment link",
			description:
				"Returns the address of a page on which a payer pays the amount once, by card or bank account. Send it by mail, chat or QR code. " +
				"Nobody but you can change the amount.",
			findOut: `List the links (GET ${path}) to see whether it is there before you send it again.`,
			admitted: admission.withBody("transaction", "charge"),
			body: linkRequestSchema,
			responses: {
				200: { ...answer, headers: locationHeader },
				...merchantErrors(400, 401, 403, 404, 409, 413, 415, 422),
			},
		},
		{
			gather({ access, body }) {
				if ((body.plan_lookup_id ?? null) !== null) requireAlsoScope(access, "customer");
				if (body.methods?.includes("bank")) requireAlsoScope(access, "eft");
				return { asked: body };
			},
			work: ({ access, body: request, keyed, caller }) => createLink(payers, { access, request, keyed, caller }),
			async send(context, { body: { lookup_id: lookupId } }, { access: { merchant } }) {
				setLocation(context, `${path}/${lookupId}`);
				return context.json(shown(payers, await getLink(payers, merchant.id, lookupId)), 200);
			},
		},
	);
}

function listRouteOf(app: OpenAPIHono<GatewayEnv>, payers: LinkPayers, admission: Admission): void {
	const route = createRoute({
		method: "get",
		operationId: "listPaymentLinks",
		path,
		tags,
		summary: "List payment links",
		description: "Newest first.",
		...admission.withoutBody("transaction", "transactions.read"),
		request: {
			query: listQuery({
				...pageQueryFields,
				status: z.enum(linkStatuses, `Send one of ${linkStatuses.join(", ")}.`).optional(),
				invoice_id: lineUpTo(255).optional(),
			}),
		},
		responses: {
			200: { description: "A page of the list", content: { "application/json": { schema: listSchema } } },
			...merchantErrors(400, 401, 403),
		},
	});
	app.openapi(route, async (context) => {
		const { id: merchantId } = context.get("access").merchant;
		const query = context.req.valid("query");
		const filters = { merchantId, status: query.status, invoiceId: query.invoice_id };
		const binding = { merchantId, list: `payment links ${JSON.stringify(filters)}` };
		const { database, vault } = payers.payments;
		const { rows, paging } = await readPage(vault, binding, query, (page) => listLinks(database, filters, page));
		return context.json({ entities: rows.map((link) => shown(payers, link)), paging }, 200);
	});
}

function readRouteOf(app: OpenAPIHono<GatewayEnv>, payers: LinkPayers, admission: Admission): void {
	const route = createRoute({
		method: "get",
		operationId: "getPaymentLink",
		path: onePath,
		tags,
		summary: "Read a payment link",
		...admission.withoutBody("transaction", "transactions.read"),
		request: { params },
		responses: { 200: answer, ...merchantErrors(401, 403, 404) },
	});
	app.openapi(route, async (context) => {
		const { lookup_id: lookupId } = context.req.valid("param");
		return context.json(shown(payers, await getLink(payers, context.get("access").merchant.id, lookupId)), 200);
	});
}

function cancelRouteOf(app: OpenAPIHono<GatewayEnv>, payers: LinkPayers, admission: Admission): void {
	const route = createRoute({
		method: "delete",
		operationId: "cancelPaymentLink",
		path: onePath,
		summary: "Cancel a payment link",
		description: "Nobody can pay it any more. A paid link stays paid: refund its transaction instead.",
		tags,
		...admission.withoutBody("transaction", "charge"),
		request: { params },
		responses: { 200: answer, ...merchantErrors(401, 403, 404, 409) },
	});
	app.openapi(route, async (context) => {
		const { lookup_id: lookupId } = context.req.valid("param");
		const { id: merchantId } = context.get("access").merchant;
		const canceled = await cancelLink(payers, { merchantId, lookupId, caller: callerOf(context) });
		return context.json(shown(payers, canceled), 200);
	});
}

function sendRouteOf(app: OpenAPIHono<GatewayEnv>, payers: LinkPayers, admission: Admission): void {
	const route = createRoute({
		method: "post",
		operationId: "sendPaymentLink",
		path: `${onePath}/send`,
		summary: "Mail a payment link to its payer",
		description:
			`Mails the address of the page, the amount and the description to the link's \`email\`, in its language. At most ${maximumMails} ` +
			"times for a link; a repeated request sends another mail.",
		tags,
		...admission.withoutBody("transaction", "charge"),
		request: { params },
		responses: { 200: answer, ...merchantErrors(401, 403, 404, 409) },
	});
	app.openapi(route, async (context) => {
		const { lookup_id: lookupId } = context.req.valid("param");
		const { id: merchantId } = context.get("access").merchant;
		const sent = await sendLink(payers, { merchantId, lookupId, caller: callerOf(context) });
		return context.json(shown(payers, sent), 200);
	});
}
