import { findCardsOf } from "@cardseal/customers";
import { portalPath } from "@cardseal/merchants";
import { answerReceipt, listTransactions } from "@cardseal/payments";
import { languageQuery, pageQueryFields, readPage } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { page, pageRoute, readPageForm } from "@cardseal/platform/pages";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { deleteCookie } from "hono/cookie";
import type { Payers } from "../payers.ts";
import { getShown, noSession, pageOfPortal, portalCookie } from "./current-session.route.ts";
import { findOwnPayment, listSubscriptions } from "./own-records.ts";
import { endedPage, overviewPage } from "./portal-pages.ts";
import { deleteSession } from "./sessions.store.ts";

const paymentsOnPage = 10;

const paidTypes = ["sale", "authorization", "capture", "refund"] as const;

export function overviewRoutes(app: OpenAPIHono<GatewayEnv>, payers: Payers): void {
	const { database, vault, publicUrl } = payers.payments;
	const show = {
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
	} as const;
	pageRoute(app, show, async (context) => {
		const shown = await getShown(context, payers);
		const { merchant, customer } = shown;
		const { done, before, after } = context.req.query();
		const { id: merchantId, timeZone } = merchant;
		const filters = { merchantId, timeZone, customerLookupId: customer.lookup_id, types: [...paidTypes] };
		const binding = { merchantId, list: `portal ${JSON.stringify(filters)}` };
		const [cards, subscriptions, { rows, paging }] = await Promise.all([
			findCardsOf(database, [customer.id]),
			listSubscriptions(payers, shown),
			readPage(vault, binding, { before, after, limit: paymentsOnPage }, (wanted) =>
				listTransactions(database, filters, wanted),
			),
		]);
		const overview = { cards, subscriptions, payments: rows, cursors: paging.cursors, done };
		return context.html(overviewPage(shown, overview), 200);
	});
	const showReceipt = {
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
	} as const;
	pageRoute(app, showReceipt, async (context) => {
		const shown = await getShown(context, payers);
		const payment = await findOwnPayment(payers, shown, context.req.param("transaction_id") ?? "");
		if (payment === undefined) throw noSession();
		return answerReceipt(context, database, payment.transaction_id);
	});
	const end = {
		...pageOfPortal,
		method: "post",
		operationId: "endPortalSession",
		path: `${portalPath}/end`,
		summary: "End the session",
		request: { query: languageQuery },
		fields: {},
		responses: { 200: page.signedOut, 403: page.fromElsewhere, 404: page.refused },
	} as const;
	pageRoute(app, end, async (context) => {
		const shown = await getShown(context, payers);
		await readPageForm(context, { publicUrl, csrfToken: shown.csrfToken });
		await deleteSession(database, shown.lookupId);
		deleteCookie(context, portalCookie, { path: portalPath });
		return context.html(endedPage(shown), 200);
	});
}
