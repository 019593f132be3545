import { jsonAnswer, merchantErrors, requestBody } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { csrfTokenOf } from "@cardseal/platform/pages";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { longestField, ownPasswordField } from "../passwords/passwords.ts";
import { setSessionCookie } from "../sessions/session-cookie.ts";
import type { StaffRouteOptions } from "../sign-in/sign-in-context.ts";
import { stepUp } from "./step-up.ts";

const bodySchema = z
	.object({
		password: ownPasswordField,
		code: z
			.string("Send the code in quotes.")
			.max(longestField, "Send the six digits of your authenticator, or a recovery code.")
			.nullish()
			.openapi({ description: "A code of the authenticator or a recovery code; required with a second factor" }),
	})
	.openapi("StepUp");

const steppedUpSchema = z
	.object({
		csrf_token: z.string().openapi({ description: "Token of the session's new cookie, to be sent from now on" }),
		valid_until: z.int().openapi({ description: "ms since 1970" }),
	})
	.openapi("SteppedUp");

/** Precedes requests that are refused with `step_up_required`. */
export function stepUpRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const route = createRoute({
		method: "post",
		path: "/session/step-up",
		tags: ["Session"],
		operationId: "stepUp",
		summary: "Confirm with password and second factor",
		description:
			"Routes with `x-step-up` refuse a session with 403 and the reason `step_up_required` until this was done within the last five " +
			"minutes. `sometimes` depends on the request, as its route describes. The session gets a new cookie.",
		...admission.ofAnyRole.withBody(),
		request: { body: requestBody(bodySchema) },
		responses: { 200: jsonAnswer("Confirmed", steppedUpSchema), ...merchantErrors(400, 401, 403, 413, 415) },
	});
	webApi.openapi(route, async (context) => {
		const { password, code } = context.req.valid("json");
		const { clientAddress, requestId } = context.var;
		const given = { password, code: code ?? "", clientAddress, requestId };
		const { token, validUntil } = await stepUp(signInContext, context.get("staffSession"), given);
		setSessionCookie(context, token);
		return context.json({ csrf_token: csrfTokenOf(token), valid_until: validUntil }, 200);
	});
}
