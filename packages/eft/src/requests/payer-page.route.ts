import {
	csrfTokenOf,
	inLanguage,
	keepFormCookie,
	page,
	pageResponsesWith,
	pageRoute,
	readPageForm,
} from "@cardseal/identity";
import { Problem } from "@cardseal/platform";
import { unauthenticated } from "@cardseal/platform/audit";
import { languageOf, languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { EftPages } from "../eft.ts";
import { payByBank } from "./accept-request.ts";
import { agreementOf } from "./agreement.ts";
import { declineRequest } from "./decline-request.ts";
import { answeredPage, declinePage, type PayerForm, payerPage, unknownRequestPage } from "./pages/payer-pages.ts";
import type { ShownRequest } from "./pages/request-parts.ts";
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
const unknown = { ...page.refused, description: "The link is invalid" };

const agreed = {
	holder: z.string().openapi({ description: "The name on the account" }),
	institution_number: z.string(),
	transit_number: z.string(),
	account_number: z.string(),
	agreement: z.string().openapi({ description: "The hash of the agreement that the page showed" }),
	agree: z.literal("yes"),
};

/** Pages that work without scripts. */
export function payerPageRoutes(app: OpenAPIHono<GatewayEnv>, eft: EftPages): void {
	const show = {
		...described,
		method: "get",
		operationId: "showPayerPage",
		path,
		summary: "The page on which a payer answers a payment request",
		responses: { 200: page.shown, 404: unknown },
	} as const;
	pageRoute(app, show, async (context) => {
		const shown = await getShown(context, eft);
		return context.html(shown.status === "PENDING" ? payerPage(shown, formOf(context)) : answeredPage(shown), 200);
	});
	const pay = {
		...described,
		method: "post",
		operationId: "payRequest",
		path,
		summary: "Pay a request from a bank account",
		description: "A request is paid once. A second payment redirects to the outcome.",
		fields: agreed,
		responses: {
			303: page.redirected,
			400: page.refused,
			403: page.fromElsewhere,
			404: unknown,
			409: { ...page.refused, description: "The business cannot accept bank payments now" },
		},
	} as const;
	pageRoute(app, pay, (context) => answerPayment(context, eft));
	const askToDecline = {
		...described,
		method: "get",
		operationId: "showDeclinePage",
		path: declinePath,
		summary: "The page that confirms declining a request",
		responses: { 200: page.shown, 303: page.redirected, 404: unknown },
	} as const;
	pageRoute(app, askToDecline, async (context) => {
		const shown = await getShown(context, eft);
		return shown.status === "PENDING" ? context.html(declinePage(shown, formOf(context)), 200) : toPage(context, shown);
	});
	const decline = {
		...described,
		method: "post",
		operationId: "declineRequest",
		path: declinePath,
		summary: "Decline a payment request",
		fields: {},
		responses: { 303: page.redirected, 403: page.fromElsewhere, 404: unknown },
	} as const;
	pageRoute(app, decline, async (context) => {
		const shown = await getShown(context, eft);
		await readPageForm(context, eft);
		const { clientAddress, requestId } = context.var;
		await declineRequest(eft, shown.request, unauthenticated({ clientAddress, requestId }));
		return toPage(context, shown);
	});
}

async function answerPayment(context: Context<GatewayEnv>, eft: EftPages) {
	const shown = await getShown(context, eft);
	const form = await readPageForm(context, eft);
	const agreement = agreementOf(shown.request, shown.language);
	const read = readPayerForm(form, agreement);
	if (read.problems !== undefined) {
		if (shown.status !== "PENDING") return toPage(context, shown);
		return context.html(payerPage(shown, { ...formOf(context), ...read }), 400);
	}
	const { clientAddress, requestId } = context.var;
	const userAgent = context.req.header("User-Agent") ?? "";
	try {
		await payByBank(eft, shown.request, { ...read, agreement, clientAddress, requestId, userAgent });
	} catch (error) {
		if (!(error instanceof Problem) || error.code !== "CONFLICT") throw error;
		const form: PayerForm = { ...formOf(context), holder: read.holder, problems: { form: "no_rail" } };
		return context.html(payerPage(shown, form), 409);
	}
	return toPage(context, shown);
}

function toPage(context: Context<GatewayEnv>, { path, language }: ShownRequest) {
	return context.redirect(inLanguage(path, language), 303);
}

/** @throws Problem 404 when the link is invalid */
async function getShown(
	context: Context<GatewayEnv>,
	{ database, vault, clocks }: EftPages,
): Promise<ShownRequest & { request: StoredRequest }> {
	const token = context.req.param("token") ?? "";
	const transactionId = readPayerLink(vault, token);
	const request = transactionId && (await findRequest(database, transactionId));
	if (!request) throw new Problem("link_invalid", "This link is incomplete or invalid.");
	const status = statusOf(request, clocks.business.now());
	return { request, status, language: languageOf(context), path: `${payerPath}/${token}` };
}

function formOf(context: Context<GatewayEnv>): PayerForm {
	return { csrfToken: csrfTokenOf(keepFormCookie(context)) };
}
