import { type ListedTokenKey, listTokenKeys } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { StaffAdmission } from "../../http/admission.ts";
import { merchantErrors } from "../../http/admission.ts";
import { callerOf } from "../../http/caller.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
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
					retired_at: time("When it got a successor"),
					due_at: time("When it should get one"),
					destroyable_from: time("When no page can have it any more"),
				})
				.openapi("PublicKey"),
		),
	})
	.openapi("PublicKeyList");

const answer = { description: "The keys", content: { "application/json": { schema: listSchema } } };
const tags = ["Keys"];

export interface TokenKeyRouteOptions extends TokenKeys {
	admission: StaffAdmission;
}

/** The public keys that a merchant's pages encrypt cards to. */
export function tokenKeyRoutes(app: OpenAPIHono<GatewayEnv>, options: TokenKeyRouteOptions): void {
	listRouteOf(app, options);
	rotateRouteOf(app, options);
	destroyRouteOf(app, options);
}

function listRouteOf(app: OpenAPIHono<GatewayEnv>, { database, admission }: TokenKeyRouteOptions): void {
	const route = createRoute({
		method: "get",
		path: "/keys",
		tags,
		summary: "List the keys that your pages encrypt cards to",
		description: "The newest first, without those that were destroyed.",
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
		path: "/keys/rotate",
		tags,
		summary: "Make a new key for your pages",
		description:
			"No body is needed. Pages with the former key go on for 30 days; put the new one into them until then.",
		...options.admission.withoutBody("keys.write"),
		responses: { 200: answer, ...merchantErrors(401, 403) },
	});
	app.openapi(route, async (context) => {
		const change = { merchantId: context.get("access").merchant.id, caller: callerOf(context) };
		return context.json(recordsOf(await rotateTokenKey(options, change)), 200);
	});
}

function destroyRouteOf(app: OpenAPIHono<GatewayEnv>, options: TokenKeyRouteOptions): void {
	const bodySchema = z
		.object({
			compromised: z
				.boolean("Send true or false.")
				.default(false)
				.openapi({ description: "Somebody else may have its secret: it goes at once, whatever pages have it" }),
		})
		.openapi("KeyRetirement");
	const route = createRoute({
		method: "post",
		path: "/keys/{key_id}/retire",
		tags,
		summary: "Destroy a key that has a successor",
		description: "What a page encrypts to it from then on cannot be read any more.",
		...options.admission.withBody("keys.write"),
		request: {
			params: z.object({ key_id: z.string() }),
			body: { required: true, content: { "application/json": { schema: bodySchema } } },
		},
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
