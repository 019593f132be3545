import { refusalIn } from "@cardseal/platform";
import { languageOf } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { csrfTokenOf, keepFormCookie, page, pageRoute, readPageForm } from "@cardseal/platform/pages";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { pageGet, pagePost } from "../pages/page-responses.ts";
import { sentenceOf } from "../pages/problem-words.ts";
import { rememberBrowser } from "../sign-in/remember-browser.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { forgotPasswordPage, newPasswordPage, resetSentPage } from "./password-pages.ts";
import { askForReset, readReset, resetPassword } from "./password-resets.ts";

const askPath = "/app/forgot-password";
const sentPath = "/app/forgot-password/sent";
const resetPath = "/app/reset-password/{token}";
const params = z.object({ token: z.string().openapi({ description: "The token in the mailed link" }) });
const over = { ...page.refused, description: "The link is invalid or has expired" };

export function passwordResetRoutes(app: OpenAPIHono<GatewayEnv>, signInContext: SignInContext): void {
	askRoutes(app, signInContext);
	sentRoute(app, signInContext);
	chooseRoute(app, signInContext);
	resetRoute(app, signInContext);
}

function askRoutes(app: OpenAPIHono<GatewayEnv>, signInContext: SignInContext): void {
	const shown = createRoute({
		...pageGet,
		operationId: "showPasswordRequest",
		path: askPath,
		summary: "The page to request a new password",
		responses: { 200: page.shown },
	});
	app.openapi(shown, (context) =>
		context.html(
			forgotPasswordPage({ language: languageOf(context), csrfToken: csrfTokenOf(keepFormCookie(context)) }),
			200,
		),
	);
	const asked = {
		...pagePost,
		operationId: "requestPasswordLink",
		path: askPath,
		summary: "Request a link for a new password",
		description: "The response is the same for every address; a link is mailed if the address has an account.",
		responses: { 303: page.redirected, 403: page.fromElsewhere, 429: page.tooMany },
		fields: { email: z.string() },
	};
	pageRoute(app, asked, async (context) => {
		const form = await readPageForm(context, { publicUrl: signInContext.publicUrl });
		const { clientAddress, requestId } = context.var;
		await askForReset(signInContext, {
			email: form.get("email") ?? "",
			language: languageOf(context),
			clientAddress,
			requestId,
		});
		return context.redirect(sentPath, 303);
	});
}

function sentRoute(app: OpenAPIHono<GatewayEnv>, { isSandbox }: SignInContext): void {
	const route = createRoute({
		...pageGet,
		operationId: "showPasswordLinkSent",
		path: sentPath,
		summary: "The link is sent if the address has an account",
		responses: { 200: page.shown },
	});
	app.openapi(route, (context) => context.html(resetSentPage({ language: languageOf(context), isSandbox }), 200));
}

function chooseRoute(app: OpenAPIHono<GatewayEnv>, signInContext: SignInContext): void {
	const route = createRoute({
		...pageGet,
		operationId: "showPasswordReset",
		path: resetPath,
		summary: "The page to choose a new password",
		request: { params },
		responses: { 200: page.shown, 404: over },
	});
	app.openapi(route, async (context) => {
		const { email } = await readReset(signInContext, context.req.valid("param").token);
		const csrfToken = csrfTokenOf(keepFormCookie(context));
		return context.html(
			newPasswordPage({ language: languageOf(context), csrfToken, path: context.req.path, email }),
			200,
		);
	});
}

function resetRoute(app: OpenAPIHono<GatewayEnv>, signInContext: SignInContext): void {
	const route = {
		...pagePost,
		operationId: "resetPassword",
		path: resetPath,
		summary: "Set a new password",
		description: "Ends all sessions of the account and keeps the second factor.",
		request: { params },
		responses: { 303: page.redirected, 400: page.refused, 403: page.fromElsewhere, 404: over },
		fields: { password: z.string() },
	};
	pageRoute(app, route, async (context) => {
		const token = context.req.param("token") ?? "";
		const { email } = await readReset(signInContext, token);
		const form = await readPageForm(context, { publicUrl: signInContext.publicUrl });
		const { clientAddress, requestId } = context.var;
		try {
			const password = form.get("password") ?? "";
			const owner = await resetPassword(signInContext, token, { password, clientAddress, requestId });
			await rememberBrowser(signInContext, context, owner);
			return context.redirect("/app/sign-in?changed=1", 303);
		} catch (error) {
			const language = languageOf(context);
			const problem = sentenceOf(refusalIn(error), language);
			const csrfToken = csrfTokenOf(keepFormCookie(context));
			return context.html(newPasswordPage({ language, csrfToken, path: context.req.path, email, problem }), 400);
		}
	});
}
