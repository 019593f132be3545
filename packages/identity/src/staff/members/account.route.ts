import { callerOf, jsonAnswer, merchantErrors, requestBody } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { csrfTokenOf } from "@cardseal/platform/pages";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { passwordHint } from "../passwords/password-rules.ts";
import { changePassword, longestField, ownPasswordField, requireOwnPassword } from "../passwords/passwords.ts";
import {
	confirmSecondFactor,
	proposeSecondFactor,
	removeSecondFactor,
	renewRecoveryCodes,
} from "../second-factor/second-factor.ts";
import { setSessionCookie } from "../sessions/session-cookie.ts";
import { rememberBrowser } from "../sign-in/remember-browser.ts";
import type { StaffRouteOptions } from "../sign-in/sign-in-context.ts";

const tags = ["Account"];

const csrfToken = z.string().openapi({ description: "Token of the session's new cookie, to be sent from now on" });
const recoveryCodes = z
	.array(z.string())
	.openapi({ description: "Each valid for one sign-in; shown only this once", example: ["7KQM-2WXA-H9RT"] });

export function accountRoutes(webApi: OpenAPIHono<GatewayEnv>, options: StaffRouteOptions): void {
	passwordRoute(webApi, options);
	beginRoute(webApi, options);
	confirmRoute(webApi, options);
	removeRoute(webApi, options);
	recoveryCodesRoute(webApi, options);
}

function passwordRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const body = z.object({
		current_password: ownPasswordField,
		new_password: z
			.string("Send the new password.")
			.max(longestField, "Use at most 128 characters.")
			.openapi({ description: passwordHint }),
	});
	const route = createRoute({
		method: "post",
		operationId: "changePassword",
		path: "/account/password",
		tags,
		summary: "Change the password",
		description: "Ends all other sessions of the user and notifies them by mail.",
		...admission.ofAnyRole.withBody(),
		request: { body: requestBody(body) },
		responses: {
			200: jsonAnswer("The password is changed", z.object({ csrf_token: csrfToken })),
			...merchantErrors(400, 401, 403, 413, 415),
		},
	});
	webApi.openapi(route, async (context) => {
		const { current_password, new_password } = context.req.valid("json");
		await requireOwnPassword(signInContext, context.var, "current_password", current_password);
		const session = context.get("staffSession");
		const token = await changePassword(signInContext, session, { password: new_password, caller: callerOf(context) });
		setSessionCookie(context, token);
		await rememberBrowser(signInContext, context, session.staff);
		return context.json({ csrf_token: csrfTokenOf(token) }, 200);
	});
}

function beginRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const schema = z.object({
		secret: z.string().openapi({ description: "In base32, for manual entry" }),
		otpauth_uri: z.string().openapi({ description: "For the authenticator's camera" }),
		qr_svg: z.string().openapi({ description: "The URI as a QR code" }),
	});
	const route = createRoute({
		method: "post",
		operationId: "beginSecondFactor",
		path: "/account/second-factor",
		tags,
		summary: "Begin authenticator setup",
		description: "Nothing changes until a code of the authenticator is confirmed.",
		...admission.ofAnyRole.withoutBody("always"),
		responses: { 200: jsonAnswer("The data that the authenticator needs", schema), ...merchantErrors(401, 403) },
	});
	webApi.openapi(route, async (context) => {
		const session = context.get("staffSession");
		const { secret, uri, svg } = await proposeSecondFactor(signInContext, session, { again: true });
		return context.json({ secret, otpauth_uri: uri, qr_svg: svg }, 200);
	});
}

function confirmRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const body = z.object({ code: z.string("Send the code.").max(longestField, "Send the six digits.") });
	const route = createRoute({
		method: "post",
		operationId: "confirmSecondFactor",
		path: "/account/second-factor/confirm",
		tags,
		summary: "Enable the second factor with a code of the new authenticator",
		description: "Ends all other sessions of the user and notifies them by mail.",
		...admission.ofAnyRole.withBody("always"),
		request: { body: requestBody(body) },
		responses: {
			200: jsonAnswer(
				"The second factor is enabled",
				z.object({ recovery_codes: recoveryCodes, csrf_token: csrfToken }),
			),
			...merchantErrors(400, 401, 403, 413, 415),
		},
	});
	webApi.openapi(route, async (context) => {
		const { code } = context.req.valid("json");
		const confirming = { code, caller: callerOf(context) };
		const { recoveryCodes, token } = await confirmSecondFactor(signInContext, context.get("staffSession"), confirming);
		setSessionCookie(context, token);
		return context.json({ recovery_codes: recoveryCodes, csrf_token: csrfTokenOf(token) }, 200);
	});
}

function removeRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const route = createRoute({
		method: "delete",
		operationId: "disableSecondFactor",
		path: "/account/second-factor",
		tags,
		summary: "Disable the second factor",
		description:
			"Ends all other sessions of the user and notifies them by mail. Staff of a live merchant cannot disable it; they set up another authenticator instead.",
		...admission.ofAnyRole.withoutBody("always"),
		responses: {
			200: jsonAnswer("The second factor is disabled", z.object({ csrf_token: csrfToken })),
			...merchantErrors(401, 403, 409),
		},
	});
	webApi.openapi(route, async (context) => {
		const token = await removeSecondFactor(signInContext, context.get("staffSession"), callerOf(context));
		setSessionCookie(context, token);
		return context.json({ csrf_token: csrfTokenOf(token) }, 200);
	});
}

function recoveryCodesRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "createRecoveryCodes",
		path: "/account/recovery-codes",
		tags,
		summary: "Create new recovery codes",
		description: "Invalidates the previous codes. The user is notified by mail.",
		...admission.ofAnyRole.withoutBody("always"),
		responses: {
			200: jsonAnswer("The new codes", z.object({ recovery_codes: recoveryCodes })),
			...merchantErrors(401, 403, 409),
		},
	});
	webApi.openapi(route, async (context) => {
		const codes = await renewRecoveryCodes(signInContext, context.get("staffSession"), callerOf(context));
		return context.json({ recovery_codes: codes }, 200);
	});
}
