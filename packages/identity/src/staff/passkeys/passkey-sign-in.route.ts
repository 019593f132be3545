import { jsonAnswer, languageOf, problemSchema } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { keepFormCookie, page, pageRoute, readFormCookie, readPageForm, tags } from "@cardseal/platform/pages";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { pagePost } from "../pages/page-responses.ts";
import { readBrowserCookie, readSessionCookie, setSessionCookie } from "../sessions/session-cookie.ts";
import { nextPath } from "../sign-in/next-path.ts";
import { rememberBrowser } from "../sign-in/remember-browser.ts";
import { writeSignInPage } from "../sign-in/sign-in.route.ts";
import type { SignInPagesContext } from "../sign-in/sign-in-context.ts";
import { assertionOptions } from "./assertion.ts";
import { passkeyPath } from "./passkey-form.ts";
import { signInWithPasskey } from "./passkey-sign-in.ts";
import { requestOptionsSchema } from "./passkeys.route.ts";
import { passkeyWords } from "./words.ts";

export function passkeySignInRoutes(app: OpenAPIHono<GatewayEnv>, signInContext: SignInPagesContext): void {
	optionsRoute(app, signInContext);
	signInRoute(app, signInContext);
}

function optionsRoute(app: OpenAPIHono<GatewayEnv>, signInContext: SignInPagesContext): void {
	const schema = requestOptionsSchema;
	const route = createRoute({
		method: "get",
		operationId: "beginSignInWithPasskey",
		path: passkeyPath,
		tags,
		summary: "Options for the browser to sign in with a passkey",
		description: "Valid for five minutes, once, and in this browser only.",
		responses: {
			200: jsonAnswer("Options (WebAuthn)", schema),
			409: jsonAnswer("There are no passkeys", problemSchema),
		},
	});
	app.openapi(route, (context) => {
		const holder = { form: keepFormCookie(context) };
		const options = assertionOptions(signInContext, { purpose: "sign_in", holder });
		context.header("Cache-Control", "no-store");
		return context.json(options, 200);
	});
}

function signInRoute(app: OpenAPIHono<GatewayEnv>, signInContext: SignInPagesContext): void {
	const route = {
		...pagePost,
		operationId: "signInWithPasskey",
		path: passkeyPath,
		summary: "Sign in with a passkey",
		description: "In place of password and second factor. Sets the session cookie.",
		responses: { 303: page.redirected, 401: page.refused, 403: page.fromElsewhere, 429: page.tooMany },
		fields: { credential: z.string(), next: z.string().optional() },
	};
	pageRoute(app, route, async (context) => {
		const form = await readPageForm(context, { publicUrl: signInContext.publicUrl });
		const { sessions } = signInContext;
		const token = await signInWithPasskey(signInContext, {
			credential: form.get("credential") ?? "",
			formSecret: readFormCookie(context) ?? "",
			clientAddress: context.get("clientAddress"),
			userAgent: context.req.header("User-Agent") ?? "",
			requestId: context.get("requestId"),
			browserToken: readBrowserCookie(context),
			previous: await sessions.read(readSessionCookie(context)),
		});
		const next = form.get("next");
		if (token === undefined) {
			const problem = passkeyWords[languageOf(context)].refused;
			return context.html(writeSignInPage(context, signInContext, { next, problem }), 401);
		}
		setSessionCookie(context, token);
		const session = await sessions.read(token);
		if (session !== undefined) await rememberBrowser(signInContext, context, session.staff);
		return context.redirect(nextPath(next), 303);
	});
}
