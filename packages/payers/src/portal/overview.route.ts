import { findCardsOf } from "@cardseal/customers";
import { formBody, page, readPageForm } from "@cardseal/identity";
import { portalPath } from "@cardseal/merchants";
import { answerReceipt, listTransactions } from "@cardseal/payments";
import { languageQuery, pageQueryFields, readPage } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { deleteCookie } from "hono/cookie";
import type { Payers } from "../payers.ts";
import { getShown, noSession, pageOfPortal, portalCookie } from "./current-session.route.ts";
import { findOwnPayment, listSubscriptions } from "./own-records.ts";
import { endedPage, overviewPage } from "./portal-pages.ts";
import { deleteSession } from "./sessions.store.ts";

const paymentsOnPage = 10;

const paidTypes = ["sale", "authorization", "capture", "refund"] as const;

export function overviewRoutes(app: OpenAPIHono<GatewayEnv>, payers: Payers): void {
	showRoute(app, payers);
	receiptRoute(app, payers);
	endRoute(app, payers);
}

function showRoute(app: OpenAPIHono<GatewayEnv>, payers: Payers): void {
	const { database, vault } = payers.payments;
	const route = createRoute({
		...pageOfPortal,
		method: "get",
		operationId: "showPortal",
		path: portalPath,
		summary: "The customer's cards, subscriptions and payments",
		request: {
			query: languageQuery.extend({
				before: pageQueryFields.before,
				after: pageQueryFields.after,
				done: z.string("Send done once.").optional().openapi({ description: "What a form has just done" }),
			}),
		},
		responses: { 200: page.shown, 400: page.refused, 404: page.refused },
	});
	app.openapi(route, async (context) => {
		const shown = await getShown(context, payers);
		const { merchant, customer } = shown;
		const { done, ...query } = context.req.valid("query");
		const { id: merchantId, timeZone } = merchant;
		const filters = { merchantId, timeZone, customerLookupId: customer.lookup_id, types: [...paidTypes] };
		const binding = { merchantId, list: `portal ${JSON.stringify(filters)}` };
		const [cards, subscriptions, payments] = await Promise.all([
			findCardsOf(database, [customer.id]),
			listSubscriptions(payers, shown),
			readPage(vault, binding, { ...query, limit: paymentsOnPage }, (wanted) =>
				listTransactions(database, filters, wanted),
			),
		]);
		const { rows, paging } = payments;
		return context.html(
			overviewPage(shown, { cards, subscriptions, payments: rows, cursors: paging.cursors, done }),
			200,
		);
	});
}

function receiptRoute(app: OpenAPIHono<GatewayEnv>, payers: Payers): void {
	const { database } = payers.payments;
	const route = createRoute({
		...pageOfPortal,
		method: "get",
		operationId: "showPortalReceipt",
		path: `${portalPath}/receipt/{transaction_id}`,
		summary: "The receipt of one of the customer's payments",
		request: {
			params: z.object({ transaction_id: z.string().openapi({ description: "The payment's transaction_id" }) }),
			query: languageQuery,
		},
		responses: { 200: page.shown, 404: page.refused },
	});
	app.openapi(route, async (context) => {
		const shown = await getShown(context, payers);
		const payment = await findOwnPayment(payers, shown, context.req.valid("param").transaction_id);
		if (payment === undefined) throw noSession();
		return answerReceipt(context, database, payment.transaction_id);
	});
}

function endRoute(app: OpenAPIHono<GatewayEnv>, payers: Payers): void {
	const { database, publicUrl } = payers.payments;
	const route = createRoute({
		...pageOfPortal,
		method: "post",
		operationId: "endPortalSession",
		path: `${portalPath}/end`,
		summary: "End the session",
		request: { query: languageQuery },
		responses: { 200: page.signedOut, 403: page.fromElsewhere, 404: page.refused },
	});
	app.openAPIRegistry.registerPath({ ...route, request: { query: languageQuery, body: formBody({}) } });
	app.openapi({ ...route, hide: true }, async (context) => {
		const shown = await getShown(context, payers);
		await readPageForm(context, { publicUrl, csrfToken: shown.csrfToken });
		await deleteSession(database, shown.lookupId);
		deleteCookie(context, portalCookie, { path: portalPath });
		return context.html(endedPage(shown), 200);
	});
}
