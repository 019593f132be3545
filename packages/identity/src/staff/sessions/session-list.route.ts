import type { StaffAdmission } from "@cardseal/merchants";
import { jsonAnswer, merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { SignInContext } from "../sign-in/sign-in-context.ts";

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
	{ signInContext, admission }: { signInContext: SignInContext; admission: StaffAdmission },
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
