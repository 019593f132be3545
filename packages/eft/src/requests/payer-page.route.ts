import { csrfTokenOf, formBody, keepFormCookie, page, pageResponsesWith, readPageForm } from "@cardseal/identity";
import { Problem } from "@cardseal/platform";
import { unauthenticated } from "@cardseal/platform/audit";
import { languageOf, languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { EftPages } from "../eft.ts";
import { payByBank } from "./accept-request.ts";
import { agreementOf } from "./agreement.ts";
import { declineRequest } from "./decline-request.ts";
import { answeredPage, declinePage, type PayerForm, payerPage, unknownRequestPage } from "./pages/payer-pages.ts";
import { inLanguage, type ShownRequest } from "./pages/request-parts.ts";
import { readPayerForm } from "./payer-form.ts";
import { statusOf } from "./request.ts";
import { payerPath, readPayerLink } from "./request-link.ts";
import { findRequest, type StoredRequest } from "./requests.store.ts";

const path = `${payerPath}/{token}`;
const declinePath = `${path}/decline`;

const described = {
	tags: ["Pages"],
	middleware: pageResponsesWith(unknownRequestPage),
	request: {
		params: z.object({ token: z.string().openapi({ description: "The token in the link" }) }),
		query: languageQuery,
	},
};
const unknownLink = () => new Problem("link_invalid", "This link is incomplete or invalid.");
const unknown = { ...page.refused, description: "The link is invalid" };

/** Pages that work without scripts. */
export function payerPageRoutes(app: OpenAPIHono<GatewayEnv>, eft: EftPages): void {
	showRoute(app, eft);
	payRoute(app, eft);
	askToDeclineRoute(app, eft);
	declineRoute(app, eft);
}

function showRoute(app: OpenAPIHono<GatewayEnv>, eft: EftPages): void {
	const route = createRoute({
		...described,
		method: "get",
		operationId: "showPayerPage",
		path,
		summary: "The page on which a payer answers a payment request",
		responses: { 200: page.shown, 404: unknown },
	});
	app.openapi(route, async (context) => {
		const shown = await getShown(context, eft);
		if (shown.status !== "PENDING") return context.html(answeredPage(shown), 200);
		return context.html(payerPage(shown, formOf(context)), 200);
	});
}

const agreed = {
	holder: z.string().openapi({ description: "The name on the account" }),
	institution_number: z.string(),
	transit_number: z.string(),
	account_number: z.string(),
	agreement: z.string().openapi({ description: "The hash of the agreement that the page showed" }),
	agree: z.literal("yes"),
};

function payRoute(app: OpenAPIHono<GatewayEnv>, eft: EftPages): void {
	const route = createRoute({
		...described,
		method: "post",
		operationId: "payRequest",
		path,
		summary: "Pay a request from a bank account",
		description: "A request is paid once. A second payment redirects to the outcome.",
		responses: {
			303: page.redirected,
			400: page.refused,
			403: page.fromElsewhere,
			404: unknown,
			409: { ...page.refused, description: "The business cannot accept bank payments now" },
		},
	});
	app.openAPIRegistry.registerPath({ ...route, request: { ...described.request, body: formBody(agreed) } });
	app.openapi({ ...route, hide: true }, async (context) => {
		const shown = await getShown(context, eft);
		const form = await readPageForm(context, eft);
		const agreement = agreementOf(shown.request, shown.language);
		const read = readPayerForm(form, agreement);
		if (read.problems !== undefined) {
			if (shown.status !== "PENDING") return context.redirect(inLanguage(shown.path, shown.language), 303);
			return context.html(payerPage(shown, { ...formOf(context), ...read }), 400);
		}
		const { clientAddress, requestId } = context.var;
		const userAgent = context.req.header("User-Agent") ?? "";
		try {
			await payByBank(eft, shown.request, { ...read, agreement, clientAddress, requestId, userAgent });
		} catch (error) {
			if (!(error instanceof Problem) || error.code !== "CONFLICT") throw error;
			return context.html(
				payerPage(shown, { ...formOf(context), holder: read.holder, problems: { form: "no_rail" } }),
				409,
			);
		}
		return context.redirect(inLanguage(shown.path, shown.language), 303);
	});
}

function askToDeclineRoute(app: OpenAPIHono<GatewayEnv>, eft: EftPages): void {
	const route = createRoute({
		...described,
		method: "get",
		operationId: "showDeclinePage",
		path: declinePath,
		summary: "The page that confirms declining a request",
		responses: { 200: page.shown, 303: page.redirected, 404: unknown },
	});
	app.openapi(route, async (context) => {
		const shown = await getShown(context, eft);
		if (shown.status !== "PENDING") return context.redirect(inLanguage(shown.path, shown.language), 303);
		return context.html(declinePage(shown, formOf(context)), 200);
	});
}

function declineRoute(app: OpenAPIHono<GatewayEnv>, eft: EftPages): void {
	const route = createRoute({
		...described,
		method: "post",
		operationId: "declineRequest",
		path: declinePath,
		summary: "Decline a payment request",
		responses: { 303: page.redirected, 403: page.fromElsewhere, 404: unknown },
	});
	app.openAPIRegistry.registerPath({ ...route, request: { ...described.request, body: formBody({}) } });
	app.openapi({ ...route, hide: true }, async (context) => {
		const shown = await getShown(context, eft);
		await readPageForm(context, eft);
		const { clientAddress, requestId } = context.var;
		await declineRequest(eft, shown.request, unauthenticated({ clientAddress, requestId }));
		return context.redirect(inLanguage(shown.path, shown.language), 303);
	});
}

type PayerPage = ShownRequest & { request: StoredRequest };

/** @throws Problem 404 when the link is invalid */
async function getShown(context: Context<GatewayEnv>, { database, vault, clocks }: EftPages): Promise<PayerPage> {
	const token = context.req.param("token") ?? "";
	const transactionId = readPayerLink(vault, token);
	const request = transactionId && (await findRequest(database, transactionId));
	if (!request) throw unknownLink();
	const status = statusOf(request, clocks.business.now());
	return { request, status, language: languageOf(context), path: `${payerPath}/${token}` };
}

function formOf(context: Context<GatewayEnv>): PayerForm {
	return { csrfToken: csrfTokenOf(keepFormCookie(context)) };
}
