import {
	inLanguage,
	page,
	pageResponses,
	pageRoute,
	readPageForm,
	type SignInContext,
	staffPage,
	stepUpByForm,
	tags,
} from "@cardseal/identity";
import { mayDo } from "@cardseal/merchants";
import { isLookupId, notFound, Problem } from "@cardseal/platform";
import { callerOf, languageOf, languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { EftPages } from "../eft.ts";
import { readBalances } from "../wallet/wallet.ts";
import { payFromWallet } from "./accept-request.ts";
import { declineRequest } from "./decline-request.ts";
import type { ShownRequest } from "./pages/request-parts.ts";
import { answeredStaffPage, staffRequestPage } from "./pages/staff-request-page.ts";
import { requestWords } from "./pages/words.ts";
import { statusOf } from "./request.ts";
import { staffRequestPath } from "./request-link.ts";
import { findRequest, type StoredRequest } from "./requests.store.ts";

const notTheirs = () =>
	new Problem("role_too_low", "Only an owner or an administrator may pay from the wallet. Ask one of them to answer.");
const unanswered = () => new Problem("answer_missing", "Choose one of the two buttons. Go back and try again.");

/** The pages at the `redirect_url` of incoming requests. */
export function staffRequestRoutes(app: OpenAPIHono<GatewayEnv>, eft: EftPages, signInContext: SignInContext): void {
	const described = {
		path: `${staffRequestPath}/{transaction_id}`,
		tags,
		security: [{ session: [] }],
		request: { params: z.object({ transaction_id: z.string() }), query: languageQuery },
		middleware: [pageResponses, staffPage(signInContext)],
	};
	const show = {
		...described,
		method: "get",
		operationId: "showStaffRequest",
		summary: "The page on which staff answer another merchant's request",
		responses: { 200: page.shown, 303: page.redirected, 403: page.refused, 404: page.refused },
	} as const;
	pageRoute(app, show, async (context) => {
		const shown = await getShown(context, eft);
		return context.html(await writePage(context, eft, shown), 200);
	});
	const answer = {
		...described,
		method: "post",
		operationId: "answerStaffRequest",
		summary: "Pay another merchant's request from the wallet, or decline it",
		description: "Paying takes password and second factor, unless they were given within five minutes.",
		fields: {
			answer: z.enum(["pay", "decline"]),
			password: z.string().optional(),
			code: z.string().optional(),
		},
		responses: {
			303: page.redirected,
			400: page.refused,
			403: page.fromElsewhere,
			404: page.refused,
			409: { ...page.refused, description: "The wallet does not have enough funds" },
		},
	} as const;
	pageRoute(app, answer, (context) => answerRequest(context, eft, signInContext));
}

async function answerRequest(context: Context<GatewayEnv>, eft: EftPages, signInContext: SignInContext) {
	const { csrfToken } = context.get("staffSession");
	const form = await readPageForm(context, { publicUrl: eft.publicUrl, csrfToken });
	const shown = await getShown(context, eft);
	const session = context.get("staffSession");
	const caller = callerOf(context);
	const answer = form.get("answer");
	if (answer !== "pay" && answer !== "decline") throw unanswered();
	if (answer === "decline") await declineRequest(eft, shown.request, caller);
	else {
		const refusal = await stepUpByForm(signInContext, context, form, shown.language);
		if (refusal !== undefined) return context.html(await writePage(context, eft, shown, refusal), 400);
		const payment = { payer: session.merchant, isSteppedUp: true, caller, session };
		if ((await payFromWallet(eft, shown.request, payment)) === "not_enough") {
			const { not_enough: problem } = requestWords[shown.language].problems;
			return context.html(await writePage(context, eft, shown, problem), 409);
		}
	}
	return context.redirect(inLanguage(shown.path, shown.language), 303);
}

type StaffPage = ShownRequest & { request: StoredRequest };

/** @throws Problem 403 without the permission, 404 for another merchant's request */
async function getShown(context: Context<GatewayEnv>, { database, clocks }: EftPages): Promise<StaffPage> {
	const session = context.get("staffSession");
	const { staff, merchants } = session;
	if (!mayDo(staff, "wallet.send")) throw notTheirs();
	const transactionId = context.req.param("transaction_id") ?? "";
	const request = isLookupId(transactionId) ? await findRequest(database, transactionId) : undefined;
	const payer = merchants.find(({ id }) => id === request?.payerMerchantId);
	if (request === undefined || payer === undefined) throw notFound("request");
	context.set("staffSession", { ...session, merchant: payer });
	const status = statusOf(request, clocks.business.now());
	return { request, status, language: languageOf(context), path: `${staffRequestPath}/${transactionId}` };
}

async function writePage(
	context: Context<GatewayEnv>,
	{ database, clocks }: EftPages,
	shown: StaffPage,
	problem?: string,
): Promise<string> {
	if (shown.status !== "PENDING") return answeredStaffPage(shown);
	const session = context.get("staffSession");
	const { availableCents } = await readBalances(database, session.merchant.id, clocks.business.now());
	return staffRequestPage(shown, { session, availableCents, problem });
}
