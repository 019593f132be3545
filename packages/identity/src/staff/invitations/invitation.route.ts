import { fieldProblem, type Problem, refusalIn } from "@cardseal/platform";
import { languageOf } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { csrfTokenOf, keepFormCookie, page, pageRoute, readPageForm } from "@cardseal/platform/pages";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { personFields } from "../members/person-fields.ts";
import { pageGet, pagePost } from "../pages/page-responses.ts";
import { sentenceOf } from "../pages/problem-words.ts";
import { invitationPage } from "../passwords/password-pages.ts";
import { setSessionCookie } from "../sessions/session-cookie.ts";
import { afterSignIn } from "../sign-in/next-path.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { acceptInvitation, readInvitation } from "./invitations.ts";

const path = "/app/invitation/{token}";
const params = z.object({ token: z.string().openapi({ description: "The token in the mailed link" }) });
const over = { ...page.refused, description: "The invitation is invalid or has expired" };

export function invitationRoutes(app: OpenAPIHono<GatewayEnv>, signInContext: SignInContext): void {
	showRoute(app, signInContext);
	acceptRoute(app, signInContext);
}

function showRoute(app: OpenAPIHono<GatewayEnv>, signInContext: SignInContext): void {
	const route = createRoute({
		...pageGet,
		operationId: "showInvitation",
		path,
		summary: "The page of an invitation",
		request: { params },
		responses: { 200: page.shown, 404: over },
	});
	app.openapi(route, async (context) => {
		const invitation = await readInvitation(signInContext, context.req.valid("param").token);
		return context.html(writePage(context, invitation), 200);
	});
}

function acceptRoute(app: OpenAPIHono<GatewayEnv>, signInContext: SignInContext): void {
	const route = {
		...pagePost,
		operationId: "acceptInvitation",
		path,
		summary: "Accept an invitation",
		description: "Creates the account and signs it in.",
		request: { params },
		responses: { 303: page.redirected, 400: page.refused, 403: page.fromElsewhere, 404: over, 409: page.refused },
		fields: { name: z.string(), password: z.string() },
	};
	pageRoute(app, route, async (context) => {
		const token = context.req.param("token") ?? "";
		const invitation = await readInvitation(signInContext, token);
		const form = await readPageForm(context, { publicUrl: signInContext.publicUrl });
		const { clientAddress, requestId } = context.var;
		const userAgent = context.req.header("User-Agent") ?? "";
		try {
			const name = readName(form.get("name") ?? "");
			const acceptance = { name, password: form.get("password") ?? "", clientAddress, userAgent, requestId };
			const cookie = await acceptInvitation(signInContext, token, acceptance);
			setSessionCookie(context, cookie);
			return context.redirect(afterSignIn(await signInContext.sessions.read(cookie), undefined), 303);
		} catch (error) {
			const problem = refusalIn(error);
			const name = form.get("name") ?? "";
			return context.html(writePage(context, { ...invitation, name }, problem), 400);
		}
	});
}

/** @throws Problem 400 */
function readName(text: string): string {
	const name = personFields.name.safeParse(text);
	if (name.success) return name.data;
	throw fieldProblem([
		{ field: "name", reason: "name_invalid", message: name.error.issues[0]?.message ?? "Type your name." },
	]);
}

function writePage(
	context: Context<GatewayEnv>,
	invitation: Pick<Awaited<ReturnType<typeof readInvitation>>, "email" | "name" | "role" | "merchantName">,
	problem?: Problem,
): string {
	const language = languageOf(context);
	return invitationPage({
		language,
		csrfToken: csrfTokenOf(keepFormCookie(context)),
		path: context.req.path,
		email: invitation.email,
		name: invitation.name,
		role: invitation.role,
		merchantName: invitation.merchantName,
		...(problem !== undefined && { problem: sentenceOf(problem, language) }),
	});
}
