import { languageOf, readStyleSheet } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { csrfTokenOf, keepFormCookie, page, pageRoute, readPageForm, tags } from "@cardseal/platform/pages";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { pageGet, pagePolicy, pagePost } from "../pages/page-responses.ts";
import { pageWords } from "../pages/words.ts";
import { readBrowserCookie, readSessionCookie, setSessionCookie } from "../sessions/session-cookie.ts";
import { afterSignIn } from "./next-path.ts";
import { nextQuery } from "./next-query.ts";
import { rememberBrowser } from "./remember-browser.ts";
import { signIn } from "./sign-in.ts";
import type { SignInPagesContext } from "./sign-in-context.ts";
import { type SignInPage, signInPage } from "./sign-in-page.ts";

const path = "/app/sign-in";

const signInQuery = nextQuery.extend({
	changed: z.string("Send changed once.").optional().openapi({ description: "Set after a password change" }),
});

export function signInRoutes(app: OpenAPIHono<GatewayEnv>, signInContext: SignInPagesContext): void {
	showRoute(app, signInContext);
	signInRoute(app, signInContext);
	styleRoute(app);
}

function showRoute(app: OpenAPIHono<GatewayEnv>, signInContext: SignInPagesContext): void {
	const route = createRoute({
		...pageGet,
		operationId: "showSignIn",
		path,
		summary: "The sign-in page",
		description: "Redirects a user who is signed in already.",
		request: { query: signInQuery },
		responses: { 200: page.shown, 303: page.redirected },
	});
	app.openapi(route, async (context) => {
		const { next, changed } = context.req.valid("query");
		const session = await signInContext.sessions.read(readSessionCookie(context));
		if (session !== undefined) return context.redirect(afterSignIn(session, next), 303);
		const news = changed === undefined ? {} : { news: pageWords[languageOf(context)].signIn.changed };
		return context.html(writeSignInPage(context, signInContext, { next, ...news }), 200);
	});
}

function signInRoute(app: OpenAPIHono<GatewayEnv>, signInContext: SignInPagesContext): void {
	const route = {
		...pagePost,
		operationId: "signIn",
		path,
		summary: "Sign in with email address and password",
		description: "Sets the session cookie. An account with a second factor must enter its code next.",
		responses: { 303: page.redirected, 401: page.refused, 403: page.fromElsewhere, 429: page.tooMany },
		fields: { email: z.string(), password: z.string(), next: z.string().optional() },
	};
	pageRoute(app, route, async (context) => {
		const form = await readPageForm(context, { publicUrl: signInContext.publicUrl });
		const email = form.get("email") ?? "";
		const token = await signIn(signInContext, {
			email,
			password: form.get("password") ?? "",
			clientAddress: context.get("clientAddress"),
			userAgent: context.req.header("User-Agent") ?? "",
			requestId: context.get("requestId"),
			browserToken: readBrowserCookie(context),
		});
		const next = form.get("next");
		if (token === undefined) {
			// The reader is not authenticated, so every cause gives the same message.
			const problem = pageWords[languageOf(context)].signIn.refused;
			return context.html(writeSignInPage(context, signInContext, { next, email, problem }), 401);
		}
		setSessionCookie(context, token);
		const session = await signInContext.sessions.read(token);
		if (session !== undefined && session.missing === undefined)
			await rememberBrowser(signInContext, context, session.staff);
		return context.redirect(afterSignIn(session, next), 303);
	});
}

function styleRoute(app: OpenAPIHono<GatewayEnv>): void {
	const style = readStyleSheet(new URL("../pages/pages.css", import.meta.url));
	const route = createRoute({
		method: "get",
		operationId: "getPagesStyle",
		path: "/app/pages.css",
		tags,
		summary: "Style sheet of the sign-in pages",
		responses: { 200: { description: "A style sheet", content: { "text/css": { schema: z.string() } } } },
	});
	app.openapi(route, (context) => {
		context.header("Content-Type", "text/css; charset=utf-8");
		return context.body(style, 200);
	});
}

export function writeSignInPage(
	context: Context<GatewayEnv>,
	{ isSandbox, otherMethod }: SignInPagesContext,
	content: Pick<SignInPage, "next" | "email" | "problem" | "news">,
): string {
	const csrfToken = csrfTokenOf(keepFormCookie(context));
	const language = languageOf(context);
	const form = otherMethod({ language, csrfToken, next: content.next });
	if (form !== undefined) context.header("Content-Security-Policy", pagePolicy({ hasScript: true }));
	return signInPage({ ...content, language, isSandbox, csrfToken, otherMethod: form });
}
