import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { callerOf } from "../../http/caller.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { Problem } from "../../problem.ts";
import { mayDo } from "../../staff/members/permissions.ts";
import { readPageForm } from "../../staff/pages/page-form.ts";
import { pagePolicy, pageResponses } from "../../staff/pages/page-responses.ts";
import { formBody, page } from "../../staff/pages/page-route.ts";
import { staffPage } from "../../staff/sessions/require-session.ts";
import type { StaffSession } from "../../staff/sessions/sessions.ts";
import type { SignInContext } from "../../staff/sign-in/sign-in-context.ts";
import { isClientId, type Partner } from "../clients/client.ts";
import { isRegistered } from "../clients/redirect-uri.ts";
import { findPartner } from "../partners/partners.store.ts";
import { readAuthorization } from "./authorization-request.ts";
import { answerRequest, keepRequest, refusalAddress } from "./consent.ts";
import { consentPage } from "./consent-page.ts";
import { createSavedAuthorizationRequests, type LinkKeeper } from "./saved-authorization-requests.ts";

const path = "/oauth/authorize";

const refusals = {
	unknown: () =>
		new Problem(
			"BAD_REQUEST",
			"The link that led here is not right: it names no partner we know. Nothing was connected. Tell whoever gave it to you.",
		),
	address: () =>
		new Problem(
			"BAD_REQUEST",
			"The link that led here is not right: the partner it names did not register the address it leads back to. Nothing was connected. Tell whoever gave it to you.",
		),
	role: () =>
		new Problem("FORBIDDEN", "Only an owner or an administrator may connect partners. Ask one of them to do it."),
	answer: () => new Problem("BAD_REQUEST", "Answer by one of the two buttons. Go back and choose."),
};

/** What is known of a request before anybody has signed in. */
type AuthorizeEnv = GatewayEnv & { Variables: { authorizationTarget: AuthorizationTarget } };

interface AuthorizationTarget {
	partner: Partner;
	redirectUri: string;
	/** All that the link asks for. */
	parameters: URLSearchParams;
}

/** RFC 6749 §4.1: a partner sends a merchant's staff here, and gets them back with a code. */
export function authorizeRoutes(app: OpenAPIHono<GatewayEnv>, signInContext: SignInContext): void {
	askRoute(app, signInContext);
	answerRoute(app, signInContext);
}

const asked = {
	method: "get" as const,
	path,
	tags: ["Authorization"],
	summary: "Have a merchant's staff let a partner in",
	description:
		"The page that a partner sends a merchant's browser to (RFC 6749 §4.1.1). It asks for a sign-in where there is none, then for consent, and leads back to the partner's registered address with `code`, `state` and `iss`, or with an `error`.",
	security: [{ session: [] }],
	responses: { 200: page.shown, 303: page.redirected, 400: page.refused, 403: page.refused },
};

function askRoute(app: OpenAPIHono<GatewayEnv>, signInContext: SignInContext): void {
	const links = createSavedAuthorizationRequests(signInContext);
	const route = createRoute({
		...asked,
		hide: true,
		middleware: [pageResponses, partnerAt(signInContext, links), staffPage(signInContext, wayBack(links))] as const,
	});
	// The query is described here and read by hand: what is wrong with it is told to the partner, not to the browser.
	app.openAPIRegistry.registerPath({ ...asked, request: { query } });
	app.openapi(route, async (context) => {
		const { partner, redirectUri, parameters } = context.get("authorizationTarget");
		const session = context.get("staffSession");
		const read = readAuthorization(partner, parameters);
		// Only now that somebody has signed in: otherwise a link of ours could lead anybody anywhere (rule O-10).
		if ("refusal" in read) {
			return context.redirect(refusalAddress(signInContext, { redirectUri, state: read.state }, read.refusal), 303);
		}
		requireMayConnect(session);
		const request = { ...read.request, partner, redirectUri };
		const ticket = await keepRequest(signInContext, request, session);
		context.header("Content-Security-Policy", consentPolicy(redirectUri));
		return context.html(consentPage({ request, session, ticket }), 200);
	});
}

const answered = {
	method: "post" as const,
	path,
	tags: ["Authorization"],
	summary: "Answer a partner's request",
	description: "The form of the consent page: good once, in the session that it was shown in.",
	security: [{ session: [] }],
	responses: { 303: page.redirected, 400: page.refused, 403: page.fromElsewhere, 409: page.refused },
};

function answerRoute(app: OpenAPIHono<GatewayEnv>, signInContext: SignInContext): void {
	const body = formBody({ ticket: z.string(), answer: z.enum(["allow", "refuse"]) });
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
		// 303: a browser must not send the form on to the partner (rule O-08).
		return context.redirect(
			await answerRequest(signInContext, { ticket, agrees, session, caller: callerOf(context) }),
			303,
		);
	});
}

const query = z.object({
	response_type: z.string().openapi({ description: "Always `code`", example: "code" }),
	client_id: z.string(),
	redirect_uri: z.string().openapi({ description: "One of the partner's registered addresses, letter by letter" }),
	scope: z.string().optional().openapi({ description: "The services asked for, separated by spaces; all by default" }),
	state: z.string().optional().openapi({ description: "Given back as it came; at most 2048 bytes" }),
	code_challenge: z.string().optional().openapi({ description: "RFC 7636; some partners have to send it" }),
	code_challenge_method: z.string().optional().openapi({ description: "`S256`", example: "S256" }),
});

/**
 * Lets a request through that names a partner and an address of its own. Nobody is sent to any other: a page of ours says
 * what is wrong (rule O-02).
 */
function partnerAt({ database }: SignInContext, links: LinkKeeper): MiddlewareHandler<AuthorizeEnv> {
	return async (context, next) => {
		const parameters = await links.recall(new URL(context.req.url).searchParams);
		const [clientId, ...furtherIds] = parameters.getAll("client_id");
		const [redirectUri, ...furtherUris] = parameters.getAll("redirect_uri");
		if (clientId === undefined || !isClientId(clientId) || furtherIds.length > 0) throw refusals.unknown();
		const partner = await findPartner(database, clientId);
		if (partner === undefined) throw refusals.unknown();
		if (redirectUri === undefined || furtherUris.length > 0 || !isRegistered(partner.redirectUris, redirectUri)) {
			throw refusals.address();
		}
		context.set("authorizationTarget", { partner, redirectUri, parameters });
		await next();
	};
}

/** Back to the same question, by a ticket. */
function wayBack(links: LinkKeeper) {
	return async (context: Context<GatewayEnv>) => {
		const kept = await links.keep(new URL(context.req.url).searchParams, context.get("clientAddress"));
		return kept === undefined ? undefined : path + kept;
	};
}

function requireMayConnect({ staff }: StaffSession): void {
	if (!mayDo(staff, "partners.write")) throw refusals.role();
}

/** The page's form leads on to the partner: browsers hold that against the policy. */
function consentPolicy(redirectUri: string): string {
	return pagePolicy({ formTargets: [policySource(new URL(redirectUri))] });
}

/** Policies know no IPv6 addresses: there, the scheme has to do. */
function policySource({ origin, protocol, hostname }: URL): string {
	return hostname.startsWith("[") ? protocol : origin;
}
