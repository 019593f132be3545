import { mayDo } from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";
import { callerOf, languageOf } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { formBody, page, readPageForm } from "@cardseal/platform/pages";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { pagePolicy, pageResponses } from "../../staff/pages/page-responses.ts";
import { staffPage } from "../../staff/sessions/require-session.ts";
import type { StaffSession } from "../../staff/sessions/sessions.ts";
import type { SignInContext } from "../../staff/sign-in/sign-in-context.ts";
import { stepUpByForm } from "../../staff/step-up/step-up-form.ts";
import { isClientId, type Partner } from "../clients/client.ts";
import { isRegistered } from "../clients/redirect-uri.ts";
import { findPartner } from "../partners/partners.store.ts";
import { readAuthorization } from "./authorization-request.ts";
import { answerRequest, getRequest, refusalAddress, saveRequest } from "./consent.ts";
import { consentPage, returnPage } from "./consent-page.ts";
import { createSavedAuthorizationRequests, type SavedAuthorizationRequests } from "./saved-authorization-requests.ts";

const path = "/oauth/authorize";

const refusals = {
	unknown: () =>
		new Problem(
			"partner_unknown",
			"This link is incorrect: it names an unknown partner. Nothing was connected. Report it to the business that gave you the link.",
		),
	address: () =>
		new Problem(
			"redirect_uri_not_registered",
			"This link is incorrect: the partner did not register the address that it returns to. Nothing was connected. Report it to the business that gave you the link.",
		),
	role: () =>
		new Problem("role_too_low", "Only an owner or an administrator may connect partners. Ask one of them to do it."),
	answer: () => new Problem("answer_missing", "Choose one of the two buttons. Go back and try again."),
};

type AuthorizeEnv = GatewayEnv & { Variables: { authorizationTarget: AuthorizationTarget } };

interface AuthorizationTarget {
	partner: Partner;
	redirectUri: string;
	parameters: URLSearchParams;
	/** True during a sign-in. */
	isSaved: boolean;
}

/** RFC 6749 §4.1. */
export function authorizeRoutes(app: OpenAPIHono<GatewayEnv>, signInContext: SignInContext): void {
	askRoute(app, signInContext);
	answerRoute(app, signInContext);
}

const asked = {
	method: "get" as const,
	operationId: "showConsent",
	path,
	tags: ["Authorization"],
	summary: "Authorize a partner",
	description:
		"The page to which a partner redirects a merchant's browser (RFC 6749 §4.1.1). Asks for a sign-in if needed, then for consent, and redirects to the partner's registered address with `code`, `state` and `iss`, or with an `error`.",
	security: [{ session: [] }],
	responses: { 200: page.shown, 303: page.redirected, 400: page.refused, 403: page.refused },
};

function askRoute(app: OpenAPIHono<GatewayEnv>, signInContext: SignInContext): void {
	const savedRequests = createSavedAuthorizationRequests(signInContext);
	const route = createRoute({
		...asked,
		hide: true,
		middleware: [
			pageResponses,
			partnerAt(signInContext, savedRequests),
			staffPage(signInContext, returnPath(savedRequests)),
		] as const,
	});
	// The route reads the query, since errors go to the partner.
	app.openAPIRegistry.registerPath({ ...asked, request: { query } });
	app.openapi(route, async (context) => {
		const { partner, redirectUri, parameters, isSaved } = context.get("authorizationTarget");
		const session = context.get("staffSession");
		const read = readAuthorization(partner, parameters);
		// A link of this site could otherwise redirect anyone anywhere (rule O-10).
		if ("refusal" in read) {
			const address = refusalAddress(signInContext, { redirectUri, state: read.state }, read.refusal);
			if (!isSaved) return context.redirect(address, 303);
			// Browsers apply the sign-in's form-action to redirects.
			context.header("Refresh", `0;url=${address}`);
			return context.html(returnPage({ language: languageOf(context), partner, address }), 200);
		}
		requireMayConnect(session);
		const merchant = session.merchants.at(-1) ?? session.merchant;
		const request = { ...read.request, partner, redirectUri };
		const ticket = await saveRequest(signInContext, request, session);
		context.header("Content-Security-Policy", consentPolicy(redirectUri));
		return context.html(
			consentPage({ language: languageOf(context), request, session: { ...session, merchant }, ticket }),
			200,
		);
	});
}

const answered = {
	method: "post" as const,
	operationId: "answerConsent",
	path,
	tags: ["Authorization"],
	summary: "Answer an authorization request",
	description:
		"The form of the consent page. Works once, in the session that the page was shown in. Connecting takes password and second factor, unless they were given within five minutes.",
	security: [{ session: [] }],
	responses: { 303: page.redirected, 400: page.refused, 403: page.fromElsewhere, 409: page.refused },
};

function answerRoute(app: OpenAPIHono<GatewayEnv>, signInContext: SignInContext): void {
	const body = formBody({
		ticket: z.string(),
		answer: z.enum(["allow", "refuse"]),
		mode: z.enum(["live", "demo"]).optional(),
		password: z.string().optional(),
		code: z.string().optional(),
	});
	app.openAPIRegistry.registerPath({ ...answered, request: { body } });
	const route = createRoute({
		...answered,
		hide: true,
		middleware: [pageResponses, staffPage(signInContext)] as const,
	});
	app.openapi(route, async (context) => {
		const session = context.get("staffSession");
		const form = await readPageForm(context, { publicUrl: signInContext.publicUrl, csrfToken: session.csrfToken });
		requireMayConnect(session);
		const [ticket, answer] = [form.get("ticket"), form.get("answer")];
		if (ticket === undefined || (answer !== "allow" && answer !== "refuse")) throw refusals.answer();
		const agrees = answer === "allow";
		const language = languageOf(context);
		const merchant = session.merchants.find(({ mode }) => mode === (form.get("mode") ?? session.merchant.mode));
		if (merchant === undefined) throw refusals.answer();
		const problem = agrees ? await stepUpByForm(signInContext, context, form, language) : undefined;
		if (problem !== undefined) {
			const request = await getRequest(signInContext, { ticket, session });
			context.header("Content-Security-Policy", consentPolicy(request.redirectUri));
			return context.html(consentPage({ language, request, session: { ...session, merchant }, ticket, problem }), 400);
		}
		// A 303 keeps browsers from resending the form (rule O-08).
		return context.redirect(
			await answerRequest(signInContext, {
				ticket,
				agrees,
				session: { ...session, merchant },
				caller: callerOf(context),
			}),
			303,
		);
	});
}

const query = z.object({
	response_type: z.string().openapi({ description: "Always `code`", example: "code" }),
	client_id: z.string(),
	redirect_uri: z.string().openapi({ description: "One of the partner's registered addresses, exactly" }),
	scope: z.string().optional().openapi({
		description:
			"Some scopes, separated by spaces; all services by default, or for `ecom`. Unknown ones are ignored beside a known one",
	}),
	state: z.string().optional().openapi({ description: "Returned unchanged; at most 2048 bytes" }),
	code_challenge: z.string().optional().openapi({ description: "RFC 7636; required of some partners" }),
	code_challenge_method: z.string().optional().openapi({ description: "`S256`", example: "S256" }),
});

/** Redirects to registered addresses alone (rule O-02). */
function partnerAt(
	{ database }: SignInContext,
	savedRequests: SavedAuthorizationRequests,
): MiddlewareHandler<AuthorizeEnv> {
	return async (context, next) => {
		const given = new URL(context.req.url).searchParams;
		const parameters = await savedRequests.find(given);
		const [clientId, ...furtherIds] = parameters.getAll("client_id");
		const [redirectUri, ...furtherUris] = parameters.getAll("redirect_uri");
		if (clientId === undefined || !isClientId(clientId) || furtherIds.length > 0) throw refusals.unknown();
		const partner = await findPartner(database, clientId);
		if (partner === undefined) throw refusals.unknown();
		if (redirectUri === undefined || furtherUris.length > 0 || !isRegistered(partner.redirectUris, redirectUri)) {
			throw refusals.address();
		}
		context.set("authorizationTarget", { partner, redirectUri, parameters, isSaved: parameters !== given });
		await next();
	};
}

function returnPath(savedRequests: SavedAuthorizationRequests) {
	return async (context: Context<GatewayEnv>) => {
		const saved = await savedRequests.save(new URL(context.req.url).searchParams, context.get("clientAddress"));
		return saved === undefined ? undefined : path + saved;
	};
}

function requireMayConnect({ staff }: StaffSession): void {
	if (!mayDo(staff, "partners.write")) throw refusals.role();
}

/** Browsers apply form-action to redirects. */
function consentPolicy(redirectUri: string): string {
	return pagePolicy({ formTargets: [policySource(new URL(redirectUri))] });
}

/** CSP cannot name IPv6 addresses. */
function policySource({ origin, protocol, hostname }: URL): string {
	return hostname.startsWith("[") ? protocol : origin;
}
