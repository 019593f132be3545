import { refusalIn } from "@cardseal/platform";
import { staffMember } from "@cardseal/platform/audit";
import { languageOf } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { csrfTokenOf, keepFormCookie, page, pageRoute, readPageForm } from "@cardseal/platform/pages";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { pageGet, pagePolicy, pagePost } from "../pages/page-responses.ts";
import { sentenceOf } from "../pages/problem-words.ts";
import { pageWords } from "../pages/words.ts";
import { passkeyWords } from "../passkeys/words.ts";
import { readSessionCookie, setSessionCookie } from "../sessions/session-cookie.ts";
import type { StaffSession } from "../sessions/sessions.ts";
import { afterSignIn, nextPath } from "../sign-in/next-path.ts";
import { nextQuery } from "../sign-in/next-query.ts";
import { browserStanding, rememberBrowser } from "../sign-in/remember-browser.ts";
import type { SignInContext, SignInPagesContext } from "../sign-in/sign-in-context.ts";
import { confirmSecondFactor, giveSecondFactor, proposeSecondFactor } from "./second-factor.ts";
import { enrolPage, recoveryCodesPage, secondFactorPage } from "./second-factor-pages.ts";

type Step = Exclude<StaffSession["missing"], undefined>;

const security = [{ session: [] }];
const fields = { code: z.string(), next: z.string().optional() };

export function secondFactorRoutes(app: OpenAPIHono<GatewayEnv>, signInContext: SignInPagesContext): void {
	askRoute(app, signInContext);
	giveRoute(app, signInContext);
	proposeRoute(app, signInContext);
	confirmRoute(app, signInContext);
}

/** Returns the session if this is its next step; otherwise the page to redirect to. */
async function atStep(
	{ sessions }: SignInContext,
	context: Context<GatewayEnv>,
	step: Step,
	next: string | undefined,
): Promise<{ session: StaffSession } | { elsewhere: string }> {
	const session = await sessions.read(readSessionCookie(context));
	if (session?.missing === step) return { session };
	return { elsewhere: afterSignIn(session, next) };
}

/** A passkey's form needs the policy of its script and the cookie of forms without a session. */
function writePage(
	context: Context<GatewayEnv>,
	{ otherMethod }: SignInPagesContext,
	{ csrfToken, staff }: StaffSession,
	content: { next: string | undefined; problem?: string },
): string {
	const language = languageOf(context);
	const page = { ...content, language, csrfToken };
	if (!staff.hasPasskey) return secondFactorPage(page);
	const hint = staff.hasAuthenticator ? undefined : passkeyWords[language].recovery;
	const form = otherMethod({ language, next: content.next, csrfToken: csrfTokenOf(keepFormCookie(context)) });
	if (form !== undefined) context.header("Content-Security-Policy", pagePolicy({ hasScript: true }));
	return secondFactorPage({ ...page, otherMethod: form, hint });
}

function askRoute(app: OpenAPIHono<GatewayEnv>, signInContext: SignInPagesContext): void {
	const route = createRoute({
		...pageGet,
		operationId: "showSecondFactor",
		path: "/app/second-factor",
		security,
		summary: "The page that asks for the second factor",
		request: { query: nextQuery },
		responses: { 200: page.shown, 303: page.redirected },
	});
	app.openapi(route, async (context) => {
		const { next } = context.req.valid("query");
		const at = await atStep(signInContext, context, "second_factor", next);
		if ("elsewhere" in at) return context.redirect(at.elsewhere, 303);
		return context.html(writePage(context, signInContext, at.session, { next }), 200);
	});
}

function giveRoute(app: OpenAPIHono<GatewayEnv>, signInContext: SignInPagesContext): void {
	const route = {
		...pagePost,
		operationId: "enterSecondFactor",
		path: "/app/second-factor",
		security,
		summary: "Enter the second factor",
		description: "A code of the authenticator or a recovery code; each works once. The session gets a new cookie.",
		responses: { 303: page.redirected, 401: page.refused, 403: page.fromElsewhere, 429: page.tooMany },
		fields,
	};
	pageRoute(app, route, async (context) => {
		const at = await atStep(signInContext, context, "second_factor", undefined);
		if ("elsewhere" in at) return context.redirect(at.elsewhere, 303);
		const { csrfToken } = at.session;
		const form = await readPageForm(context, { publicUrl: signInContext.publicUrl, csrfToken });
		const { clientAddress, requestId } = context.var;
		const browser = await browserStanding(signInContext, context, at.session.staff);
		const attempt = { code: form.get("code") ?? "", browser, clientAddress, requestId };
		const token = await giveSecondFactor(signInContext, at.session, attempt);
		const next = form.get("next");
		if (token === undefined) {
			const problem = pageWords[languageOf(context)].secondFactor.refused;
			return context.html(writePage(context, signInContext, at.session, { next, problem }), 401);
		}
		setSessionCookie(context, token);
		await rememberBrowser(signInContext, context, at.session.staff);
		return context.redirect(nextPath(next), 303);
	});
}

function proposeRoute(app: OpenAPIHono<GatewayEnv>, signInContext: SignInContext): void {
	const route = createRoute({
		...pageGet,
		operationId: "showEnrolment",
		path: "/app/enrol",
		security,
		summary: "The page to set up the second factor of a live merchant's staff",
		request: { query: nextQuery },
		responses: { 200: page.shown, 303: page.redirected },
	});
	app.openapi(route, async (context) => {
		const { next } = context.req.valid("query");
		const at = await atStep(signInContext, context, "enrolment", next);
		if ("elsewhere" in at) return context.redirect(at.elsewhere, 303);
		const proposed = await proposeSecondFactor(signInContext, at.session, { again: false });
		const language = languageOf(context);
		return context.html(enrolPage({ ...proposed, language, csrfToken: at.session.csrfToken, next }), 200);
	});
}

function confirmRoute(app: OpenAPIHono<GatewayEnv>, signInContext: SignInContext): void {
	const route = {
		...pagePost,
		operationId: "enrolSecondFactor",
		path: "/app/enrol",
		security,
		summary: "Enable the second factor with a code of the authenticator",
		description: "Responds with the recovery codes, shown only this once. The session gets a new cookie.",
		responses: {
			200: page.shown,
			303: page.redirected,
			400: page.refused,
			401: page.signedOut,
			403: page.fromElsewhere,
		},
		fields,
	};
	pageRoute(app, route, async (context) => {
		const at = await atStep(signInContext, context, "enrolment", undefined);
		if ("elsewhere" in at) return context.redirect(at.elsewhere, 303);
		const { session } = at;
		const form = await readPageForm(context, { publicUrl: signInContext.publicUrl, csrfToken: session.csrfToken });
		const next = form.get("next");
		const caller = staffMember(session.staff.id, context.var);
		const language = languageOf(context);
		try {
			const confirmed = await confirmSecondFactor(signInContext, session, { code: form.get("code") ?? "", caller });
			setSessionCookie(context, confirmed.token);
			await rememberBrowser(signInContext, context, session.staff);
			return context.html(recoveryCodesPage({ ...confirmed, language, next: nextPath(next) }), 200);
		} catch (error) {
			const problem = sentenceOf(refusalIn(error), language);
			const proposed = await proposeSecondFactor(signInContext, session, { again: false });
			const { csrfToken } = session;
			return context.html(enrolPage({ ...proposed, language, csrfToken, next, problem }), 400);
		}
	});
}
