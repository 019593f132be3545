import { callerOf, jsonAnswer, merchantErrors, requestBody } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { type ListedTokenKey, listTokenKeys } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { StaffAdmission } from "../admission.ts";
import { destroyTokenKey, rotateTokenKey, type TokenKeys } from "./token-keys.ts";

const time = (description: string) =>
	z
		.int()
		.nullable()
		.openapi({ description: `${description}: UNIX time in milliseconds` });

const listSchema = z
	.object({
		keys: z.array(
			z
				.object({
					key_id: z.string(),
					public_key: z.string().openapi({ example: "pktest1…" }),
					status: z.enum(["current", "retired"]),
					created_at: z.int().openapi({ description: "UNIX time in milliseconds" }),
					retired_at: time("Time of its replacement"),
					due_at: time("Recommended time of its replacement"),
					destroyable_from: time("Time from which no page uses it"),
				})
				.openapi("PublicKey"),
		),
	})
	.openapi("PublicKeyList");

const answer = jsonAnswer("The keys", listSchema);
const tags = ["Keys"];

export interface TokenKeyRouteOptions extends TokenKeys {
	admission: StaffAdmission;
}

export function tokenKeyRoutes(app: OpenAPIHono<GatewayEnv>, options: TokenKeyRouteOptions): void {
	listRouteOf(app, options);
	rotateRouteOf(app, options);
	destroyRouteOf(app, options);
}

function listRouteOf(app: OpenAPIHono<GatewayEnv>, { database, admission }: TokenKeyRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "listKeys",
		path: "/keys",
		tags,
		summary: "List the keys that your pages encrypt cards to",
		description: "Newest first, without destroyed ones.",
		...admission.withoutBody("settings.read"),
		responses: { 200: answer, ...merchantErrors(401, 403) },
	});
	app.openapi(route, async (context) => {
		const keys = await listTokenKeys(database.withTables(), context.get("access").merchant.id);
		return context.json(recordsOf(keys), 200);
	});
}

function rotateRouteOf(app: OpenAPIHono<GatewayEnv>, options: TokenKeyRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "rotateKey",
		path: "/keys/rotate",
		tags,
		summary: "Create a new key for your pages",
		description:
			"Needs no body. The previous key works for 30 more days; replace it in your pages until then. At most 5 keys in 24 hours.",
		...options.admission.withoutBody("keys.write", "always"),
		responses: { 200: answer, ...merchantErrors(401, 403, 429) },
	});
	app.openapi(route, async (context) => {
		const change = { merchantId: context.get("access").merchant.id, caller: callerOf(context) };
		return context.json(recordsOf(await rotateTokenKey(options, change)), 200);
	});
}

function destroyRouteOf(app: OpenAPIHono<GatewayEnv>, options: TokenKeyRouteOptions): void {
	const bodySchema = z
		.object({
			compromised: z.boolean("Send true or false.").default(false).openapi({
				description: "True if its secret may be compromised: destroys it at once, even if pages still use it",
			}),
		})
		.openapi("KeyRetirement");
	const route = createRoute({
		method: "post",
		operationId: "retireKey",
		path: "/keys/{key_id}/retire",
		tags,
		summary: "Destroy a replaced key",
		description: "Cards that a page encrypts to it can no longer be read.",
		...options.admission.withBody("keys.write", "always"),
		request: { params: z.object({ key_id: z.string() }), body: requestBody(bodySchema) },
		responses: { 200: answer, ...merchantErrors(400, 401, 403, 404, 409, 413, 415) },
	});
	app.openapi(route, async (context) => {
		const wanted = { keyId: context.req.valid("param").key_id, compromised: context.req.valid("json").compromised };
		const change = { merchantId: context.get("access").merchant.id, caller: callerOf(context) };
		return context.json(recordsOf(await destroyTokenKey(options, wanted, change)), 200);
	});
}

function recordsOf(keys: ListedTokenKey[]): z.infer<typeof listSchema> {
	return {
		keys: keys.map((key) => ({
			key_id: key.keyId,
			public_key: key.publicKey,
			status: key.status,
			created_at: key.createdAt,
			retired_at: key.retiredAt ?? null,
			due_at: key.dueAt ?? null,
			destroyable_from: key.destroyableFrom ?? null,
		})),
	};
}
