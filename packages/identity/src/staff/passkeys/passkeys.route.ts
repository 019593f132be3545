import { displayName } from "@cardseal/platform";
import { callerOf, jsonAnswer, merchantErrors, requestBody } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { csrfTokenOf } from "@cardseal/platform/pages";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { setSessionCookie } from "../sessions/session-cookie.ts";
import type { StaffRouteOptions } from "../sign-in/sign-in-context.ts";
import { stepUpOptions, stepUpWithPasskey } from "./assertion.ts";
import { assertionSchema, attestationSchema } from "./passkey-response.ts";
import { listPasskeys } from "./passkeys.store.ts";
import { addPasskey, passkeyOptions, removePasskey } from "./passkeys.ts";

const tags = ["Account"];
const longestName = 60;
const nameAdvice = `Send a name of 1 to ${longestName} characters.`;
const csrfToken = z.string().openapi({ description: "Token of the session's new cookie, to be sent from now on" });

const passkeysSchema = z
	.object({
		passkeys: z.array(
			z.object({
				passkey_id: z.string(),
				name: z.string(),
				is_backed_up: z.boolean().openapi({ description: "True when a provider copies it to further devices" }),
				created_at: z.int().openapi({ description: "ms since 1970" }),
				last_used_at: z.int().nullable().openapi({ description: "ms since 1970; null before the first use" }),
			}),
		),
	})
	.openapi("Passkeys");

const descriptors = z.array(
	z.object({ id: z.string(), type: z.literal("public-key"), transports: z.array(z.string()) }),
);

const creationSchema = z
	.object({
		rp: z.object({ id: z.string(), name: z.string() }),
		user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
		challenge: z.string(),
		timeout: z.int().openapi({ description: "ms" }),
		pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
		attestation: z.literal("none"),
		excludeCredentials: descriptors,
		authenticatorSelection: z.object({
			residentKey: z.literal("required"),
			requireResidentKey: z.boolean(),
			userVerification: z.literal("required"),
		}),
	})
	.openapi("PasskeyCreationOptions", { description: "For the browser (WebAuthn); valid for five minutes, once" });

/** The sign-in uses these options, too. */
export const requestOptionsSchema = z
	.object({
		rpId: z.string(),
		challenge: z.string(),
		timeout: z.int().openapi({ description: "ms" }),
		userVerification: z.literal("required"),
		allowCredentials: descriptors,
	})
	.openapi("PasskeyRequestOptions", { description: "For the browser (WebAuthn); valid for five minutes, once" });

export function passkeyRoutes(webApi: OpenAPIHono<GatewayEnv>, options: StaffRouteOptions): void {
	listRoute(webApi, options);
	beginRoute(webApi, options);
	addRoute(webApi, options);
	removeRoute(webApi, options);
	stepUpOptionsRoute(webApi, options);
	stepUpRoute(webApi, options);
}

function listRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "listPasskeys",
		path: "/account/passkeys",
		tags,
		summary: "List the user's passkeys",
		...admission.ofAnyRole.withoutBody(),
		responses: { 200: jsonAnswer("The passkeys, oldest first", passkeysSchema), ...merchantErrors(401) },
	});
	webApi.openapi(route, async (context) => {
		const { staff } = context.get("staffSession");
		return context.json({ passkeys: await listPasskeys(signInContext.database, staff.id) }, 200);
	});
}

function beginRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "beginPasskey",
		path: "/account/passkeys/options",
		tags,
		summary: "Begin to add a passkey",
		description: "Nothing changes until the browser's response is sent.",
		...admission.ofAnyRole.withoutBody("always"),
		responses: { 200: jsonAnswer("Options to create a passkey", creationSchema), ...merchantErrors(401, 403, 409) },
	});
	webApi.openapi(route, async (context) => {
		const options = await passkeyOptions(signInContext, context.get("staffSession"));
		return context.json(options, 200);
	});
}

function addRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const body = z.object({
		name: displayName
			.refine((name) => name.trim() !== "" && name.length <= longestName, nameAdvice)
			.transform((name) => name.trim()),
		credential: attestationSchema,
	});
	const recoveryCodes = z.array(z.string()).openapi({
		description: "Each valid for one sign-in; only with the first second factor, and shown only this once",
		example: ["7KQM-2WXA-H9RT"],
	});
	const schema = z.object({ passkey_id: z.string(), recovery_codes: recoveryCodes, csrf_token: csrfToken });
	const route = createRoute({
		method: "post",
		operationId: "addPasskey",
		path: "/account/passkeys",
		tags,
		summary: "Add a passkey",
		description:
			"A passkey is a second factor. The user is notified by mail. When it is the first second factor, all other sessions of the user end.",
		...admission.ofAnyRole.withBody("always"),
		request: { body: requestBody(body) },
		responses: { 200: jsonAnswer("The passkey was added", schema), ...merchantErrors(400, 401, 403, 409, 413, 415) },
	});
	webApi.openapi(route, async (context) => {
		const { name, credential } = context.req.valid("json");
		const adding = { name, attestation: credential, caller: callerOf(context) };
		const {
			passkeyId,
			recoveryCodes: codes,
			token,
		} = await addPasskey(signInContext, context.get("staffSession"), adding);
		setSessionCookie(context, token);
		return context.json({ passkey_id: passkeyId, recovery_codes: codes, csrf_token: csrfTokenOf(token) }, 200);
	});
}

function removeRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const route = createRoute({
		method: "delete",
		operationId: "removePasskey",
		path: "/account/passkeys/{passkey_id}",
		tags,
		summary: "Remove a passkey",
		description:
			"Ends all other sessions of the user and notifies them by mail. Staff of a live merchant cannot remove their last second factor.",
		...admission.ofAnyRole.withoutBody("always"),
		request: { params: z.object({ passkey_id: z.string() }) },
		responses: {
			200: jsonAnswer("The passkey was removed", z.object({ csrf_token: csrfToken })),
			...merchantErrors(401, 403, 404, 409),
		},
	});
	webApi.openapi(route, async (context) => {
		const removing = { passkeyId: context.req.valid("param").passkey_id, caller: callerOf(context) };
		const token = await removePasskey(signInContext, context.get("staffSession"), removing);
		setSessionCookie(context, token);
		return context.json({ csrf_token: csrfTokenOf(token) }, 200);
	});
}

function stepUpOptionsRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "beginStepUpWithPasskey",
		path: "/session/step-up/passkey/options",
		tags: ["Session"],
		summary: "Begin to confirm with a passkey",
		...admission.ofAnyRole.withoutBody(),
		responses: { 200: jsonAnswer("Options to use a passkey", requestOptionsSchema), ...merchantErrors(401, 403, 409) },
	});
	webApi.openapi(route, async (context) => {
		const options = await stepUpOptions(signInContext, context.get("staffSession"));
		return context.json(options, 200);
	});
}

function stepUpRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const schema = z
		.object({ csrf_token: csrfToken, valid_until: z.int().openapi({ description: "ms since 1970" }) })
		.openapi("SteppedUpWithPasskey");
	const route = createRoute({
		method: "post",
		operationId: "stepUpWithPasskey",
		path: "/session/step-up/passkey",
		tags: ["Session"],
		summary: "Confirm with a passkey",
		description: "In place of password and second factor; see `/session/step-up`. The session gets a new cookie.",
		...admission.ofAnyRole.withBody(),
		request: { body: requestBody(z.object({ credential: assertionSchema })) },
		responses: { 200: jsonAnswer("Confirmed", schema), ...merchantErrors(400, 401, 403, 413, 415) },
	});
	webApi.openapi(route, async (context) => {
		const { credential: assertion } = context.req.valid("json");
		const { clientAddress, requestId } = context.var;
		const given = { assertion, origin: { clientAddress, requestId } };
		const { token, validUntil } = await stepUpWithPasskey(signInContext, context.get("staffSession"), given);
		setSessionCookie(context, token);
		return context.json({ csrf_token: csrfTokenOf(token), valid_until: validUntil }, 200);
	});
}
