import { channels, type StaffAdmission, scopes, services, simplifyScopes } from "@cardseal/merchants";
import { boundedList, displayName } from "@cardseal/platform";
import { callerOf, jsonAnswer, merchantErrors, requestBody } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { changeExpiry } from "./credential-expiry.ts";
import { type Credentials, createCredential, getCredential, revokeCredential, tokenLifetimes } from "./credentials.ts";
import { listValidCredentials } from "./merchant-credentials.store.ts";

const { shortestSeconds, longestSeconds, usualSeconds } = tokenLifetimes;
const lifetimeAdvice = `Send a lifetime of access tokens from ${shortestSeconds} to ${longestSeconds} seconds.`;
const scopeAdvice = `Choose one or more of ${scopes.join(", ")}.`;

const expiryField = z
	.int("Send the time in milliseconds since 1970, or null for never.")
	.nullable()
	.openapi({ description: "UNIX time in milliseconds, at most five years ahead; null: never", example: 1798761600000 });

const newCredentialSchema = z
	.object({
		name: displayName
			.transform((text) => text.trim())
			.refine((text) => text !== "", "Give the credential a name, such as that of the server it is for."),
		channel: z.enum(channels, `Choose one of ${channels.join(", ")}.`).default("E_COMMERCE"),
		scopes: boundedList(z.enum(scopes, scopeAdvice), { minimum: 1, maximum: scopes.length, advice: scopeAdvice })
			.transform(simplifyScopes)
			.default([...services]),
		token_lifetime_seconds: z
			.int(lifetimeAdvice)
			.min(shortestSeconds, lifetimeAdvice)
			.max(longestSeconds, lifetimeAdvice)
			.default(usualSeconds),
		expires_at: expiryField.default(null),
	})
	.openapi("NewCredential");

const credentialSchema = z
	.object({
		client_id: z.string().openapi({ example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		name: z.string(),
		channel: z.enum(channels),
		scopes: z.array(z.enum(scopes)),
		token_lifetime_seconds: z.int(),
		created_at: z.int().openapi({ description: "UNIX time in milliseconds" }),
		created_by: z.object({ user_id: z.int(), name: z.string() }).nullable(),
		expires_at: z.int().nullable().openapi({
			description: "UNIX time in milliseconds. From then on its secret and its tokens are refused; null: never",
		}),
		last_used_at: z.int().nullable().openapi({ description: "UNIX time in milliseconds; up to a minute old" }),
	})
	.openapi("Credential");

const createdSchema = credentialSchema
	.extend({ client_secret: z.string().openapi({ description: "Shown only this once" }) })
	.openapi("CreatedCredential");

const listSchema = z.object({ credentials: z.array(credentialSchema) }).openapi("CredentialList");

const tags = ["Credentials"];
const clientParams = z.object({ client_id: z.string().openapi({ example: "9fK2mQ7xW1aZ3bC4dE5f" }) });

export interface CredentialRouteOptions extends Credentials {
	admission: StaffAdmission;
}

export function credentialRoutes(app: OpenAPIHono<GatewayEnv>, options: CredentialRouteOptions): void {
	listRouteOf(app, options);
	createRouteOf(app, options);
	changeRouteOf(app, options);
	revokeRouteOf(app, options);
}

function listRouteOf(app: OpenAPIHono<GatewayEnv>, { database, admission }: CredentialRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "listCredentials",
		path: "/credentials",
		tags,
		summary: "List the credentials of your servers",
		description: "Newest first, with expired ones and without revoked ones.",
		...admission.withoutBody("settings.read"),
		responses: { 200: jsonAnswer("The credentials", listSchema), ...merchantErrors(401, 403) },
	});
	app.openapi(route, async (context) => {
		const credentials = await listValidCredentials(database, context.get("access").merchant.id);
		return context.json({ credentials }, 200);
	});
}

function createRouteOf(app: OpenAPIHono<GatewayEnv>, options: CredentialRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "createCredential",
		path: "/credentials",
		tags,
		summary: "Create a credential for a server",
		description:
			"Only this response has the secret. Charges of the server are attributed to the staff member who creates the credential.",
		...options.admission.withBody("credentials.write", "always"),
		request: { body: requestBody(newCredentialSchema) },
		responses: {
			200: jsonAnswer("The credential with its secret", createdSchema),
			...merchantErrors(400, 401, 403, 409, 413, 415),
		},
	});
	app.openapi(route, async (context) => {
		const { merchant, userId } = context.get("access");
		const wanted = context.req.valid("json");
		const { token_lifetime_seconds: tokenLifetimeSeconds, expires_at: expiresAt, ...rest } = wanted;
		const wish = { ...rest, tokenLifetimeSeconds, expiresAt, userId };
		const { credential, clientSecret } = await createCredential(options, merchant, wish, callerOf(context));
		return context.json({ ...credential, client_secret: clientSecret }, 200);
	});
}

function changeRouteOf(app: OpenAPIHono<GatewayEnv>, options: CredentialRouteOptions): void {
	const route = createRoute({
		method: "patch",
		operationId: "changeCredential",
		path: "/credentials/{client_id}",
		tags,
		summary: "Change when a credential expires",
		description:
			"Also of an expired credential, which works again. Its tokens end with it. Every owner gets an email about the change, and " +
			"another one 14 days before the expiry.",
		...options.admission.withBody("credentials.write", "always"),
		request: {
			params: clientParams,
			body: requestBody(z.object({ expires_at: expiryField }).openapi("CredentialChange")),
		},
		responses: {
			200: jsonAnswer("The credential", credentialSchema),
			...merchantErrors(400, 401, 403, 404, 413, 415),
		},
	});
	app.openapi(route, async (context) => {
		const { client_id: clientId } = context.req.valid("param");
		const { expires_at: expiresAt } = context.req.valid("json");
		const merchantId = context.get("access").merchant.id;
		await changeExpiry(options, { merchantId, clientId, expiresAt, caller: callerOf(context) });
		return context.json(await getCredential(options.database, merchantId, clientId), 200);
	});
}

function revokeRouteOf(app: OpenAPIHono<GatewayEnv>, options: CredentialRouteOptions): void {
	const route = createRoute({
		method: "delete",
		operationId: "revokeCredential",
		path: "/credentials/{client_id}",
		tags,
		summary: "Revoke a credential",
		description:
			"Revokes its secret and all of its tokens from the next request on, and disables the webhook endpoints that it made.",
		...options.admission.withoutBody("credentials.write"),
		request: { params: clientParams },
		responses: { 204: { description: "Revoked" }, ...merchantErrors(401, 403, 404) },
	});
	app.openapi(route, async (context) => {
		const { client_id: clientId } = context.req.valid("param");
		const merchantId = context.get("access").merchant.id;
		await revokeCredential(options, { merchantId, clientId }, callerOf(context));
		return context.body(null, 204);
	});
}
