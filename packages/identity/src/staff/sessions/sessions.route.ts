import { notFound } from "@cardseal/platform";
import { staffMember } from "@cardseal/platform/audit";
import { callerOf, jsonAnswer, merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { page, pageRoute, readPageForm } from "@cardseal/platform/pages";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { pagePost } from "../pages/page-responses.ts";
import type { SignInContext, StaffRouteOptions } from "../sign-in/sign-in-context.ts";
import { clearSessionCookie, readSessionCookie } from "./session-cookie.ts";
import { memberOf } from "./sessions.ts";

const tags = ["Session"];

export function signOutRoute(app: OpenAPIHono<GatewayEnv>, { sessions, database, publicUrl }: SignInContext): void {
	const route = {
		...pagePost,
		operationId: "signOut",
		path: "/app/sign-out",
		summary: "Sign out",
		description: "Ends the session on all gateways.",
		responses: { 303: page.redirected, 403: page.fromElsewhere },
		fields: {},
	};
	pageRoute(app, route, async (context) => {
		const session = await sessions.read(readSessionCookie(context));
		if (session !== undefined) {
			await readPageForm(context, { publicUrl, csrfToken: session.csrfToken });
			const caller = staffMember(session.staff.id, context.var);
			const ending = { staff: memberOf(session), sessionId: session.sessionId, caller };
			await database.transaction().execute((transaction) => sessions.end(transaction, ending));
		}
		clearSessionCookie(context);
		return context.redirect("/app/sign-in", 303);
	});
}

export function endSessionRoutes(webApi: OpenAPIHono<GatewayEnv>, options: StaffRouteOptions): void {
	endAllRoute(webApi, options);
	endRoute(webApi, options);
}

function endAllRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const route = createRoute({
		method: "delete",
		operationId: "signOutEverywhere",
		path: "/sessions",
		tags,
		summary: "Sign out everywhere",
		description: "Includes the current session.",
		...admission.ofAnyRole.withoutBody(),
		responses: { 204: { description: "All sessions of the user have ended" }, ...merchantErrors(401, 403) },
	});
	webApi.openapi(route, async (context) => {
		const ending = { staff: memberOf(context.get("staffSession")), caller: callerOf(context) };
		await signInContext.database
			.transaction()
			.execute((transaction) => signInContext.sessions.endAll(transaction, ending));
		clearSessionCookie(context);
		return context.body(null, 204);
	});
}

function endRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const route = createRoute({
		method: "delete",
		operationId: "endSession",
		path: "/sessions/{session_id}",
		tags,
		summary: "Sign out of one session",
		...admission.ofAnyRole.withoutBody(),
		request: { params: z.object({ session_id: z.string() }) },
		responses: { 204: { description: "The session has ended" }, ...merchantErrors(401, 403, 404) },
	});
	webApi.openapi(route, async (context) => {
		const sessionId = context.req.valid("param").session_id;
		const ending = { staff: memberOf(context.get("staffSession")), sessionId, caller: callerOf(context) };
		const wasThere = await signInContext.database
			.transaction()
			.execute((transaction) => signInContext.sessions.end(transaction, ending));
		if (!wasThere) throw notFound("session");
		return context.body(null, 204);
	});
}

const sessionsSchema = z
	.object({
		sessions: z.array(
			z.object({
				session_id: z.string(),
				created_at: z.int().openapi({ description: "Time of the sign-in, ms since 1970" }),
				last_seen_at: z.int().openapi({ description: "ms since 1970" }),
				client_address: z.string(),
				user_agent: z.string().openapi({ example: "Firefox on Windows" }),
				is_current: z.boolean(),
			}),
		),
	})
	.openapi("Sessions");

export function sessionListRoute(
	webApi: OpenAPIHono<GatewayEnv>,
	{ signInContext, admission }: StaffRouteOptions,
): void {
	const route = createRoute({
		method: "get",
		operationId: "listSessions",
		path: "/sessions",
		tags: ["Session"],
		summary: "List the user's sessions",
		...admission.ofAnyRole.withoutBody(),
		responses: { 200: jsonAnswer("The sessions", sessionsSchema), ...merchantErrors(401) },
	});
	webApi.openapi(route, async (context) => {
		const { staff, sessionId } = context.get("staffSession");
		const sessions = await signInContext.sessions.list(staff.id);
		return context.json(
			{ sessions: sessions.map((one) => ({ ...one, is_current: one.session_id === sessionId })) },
			200,
		);
	});
}
