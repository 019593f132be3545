import type { SignInContext } from "@cardseal/identity";
import { findMerchant, type Merchant, portalAskPath } from "@cardseal/merchants";
import { emailAddress, type Language, lineOfText, tooManyRequests } from "@cardseal/platform";
import { languageOf, languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createNetworkLimit, createWindowLimit } from "@cardseal/platform/network";
import { csrfTokenOf, keepFormCookie, page, pageRoute, readPageForm } from "@cardseal/platform/pages";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { payerOf } from "../payer-page.route.ts";
import type { Payers } from "../payers.ts";
import { noSession, pageOfPortal } from "./current-session.route.ts";
import { askPage, sentPage } from "./portal-pages.ts";
import { macOfAddress, mailLink } from "./portal-session.ts";
import { portalWords } from "./portal-words.ts";

const mailsPerNetwork = [20, 40, 80] as const;
/** Per merchant, so that a payer's mailbox is not flooded. */
const mailsPerAddress = [3] as const;
const windowMs = 10 * 60_000;

const params = z.object({ merchant_id: z.string().openapi({ description: "The merchant's id, as in tokens" }) });
const described = {
	...pageOfPortal,
	path: `${portalAskPath}/{merchant_id}`,
	request: { params, query: languageQuery },
};

export function askRoutes(
	app: OpenAPIHono<GatewayEnv>,
	payers: Payers,
	{ deferredWork }: Pick<SignInContext, "deferredWork">,
): void {
	const { database, clocks, vault, publicUrl } = payers.payments;
	const limits = { database, clock: clocks.real, windowMs };
	const networks = createNetworkLimit({ ...limits, name: "portal_mail", limits: mailsPerNetwork });
	const addresses = createWindowLimit({ ...limits, name: "portal_mail_to", limits: mailsPerAddress });
	const show = {
		...described,
		method: "get",
		operationId: "showPortalRequest",
		summary: "The page on which a payer asks for a link to the portal",
		responses: { 200: page.shown, 404: page.refused },
	} as const;
	pageRoute(app, show, async (context) => {
		const shown = await getPage(context, payers);
		return context.html(askPage({ ...shown, csrfToken: tokenOf(context) }, {}), 200);
	});
	const ask = {
		...described,
		method: "post",
		operationId: "requestPortalLink",
		summary: "Mail a link to the portal",
		description: "The response is the same for every address; a link is mailed if the address is a customer's.",
		fields: { email: z.string() },
		responses: { 200: page.shown, 400: page.refused, 403: page.fromElsewhere, 404: page.refused, 429: page.tooMany },
	} as const;
	pageRoute(app, ask, async (context) => {
		const asked = await getPage(context, payers);
		const form = await readPageForm(context, { publicUrl });
		const email = emailAddress.safeParse(form.get("email")).data;
		if (email === undefined) {
			const problem = portalWords[asked.language].ask.emailProblem;
			// A card number in the wrong field is not shown again.
			const typed = { email: lineOfText.safeParse(form.get("email")).data ?? "", problem };
			return context.html(askPage({ ...asked, csrfToken: tokenOf(context) }, typed), 400);
		}
		const waitMs = await networks.count(context.var.clientAddress);
		if (waitMs !== undefined) throw tooManyRequests("Your network has requested too many mails.", waitMs);
		const { merchant } = asked;
		const caller = payerOf(context);
		// After the response, whose time then tells nothing about the address.
		deferredWork.begin(async () => {
			const key = macOfAddress({ vault }, merchant.id, email).toString("base64url");
			if ((await addresses.count([key])) === undefined) await mailLink(payers, merchant, email, caller);
		});
		return context.html(sentPage(asked), 200);
	});
}

function tokenOf(context: Context<GatewayEnv>): string {
	return csrfTokenOf(keepFormCookie(context));
}

/** @throws Problem 404 */
async function getPage(
	context: Context<GatewayEnv>,
	{ payments: { database } }: Payers,
): Promise<{ merchant: Merchant; language: Language; path: string }> {
	const publicId = context.req.param("merchant_id") ?? "";
	const merchant = await findMerchant(database, { publicId });
	if (merchant === undefined) throw noSession();
	return { merchant, language: languageOf(context), path: `${portalAskPath}/${publicId}` };
}
