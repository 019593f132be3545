import { createRoute, type OpenAPIHono, type RouteConfig, type z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Caller } from "../audit/event.ts";
import type { Admitted } from "../http/admission.ts";
import { callerOf } from "../http/caller.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { idempotencyKeyHeader, parseIdempotencyKey } from "../http/idempotency-header.ts";
import type { Access } from "../merchants/access.ts";
import { Problem, stillRunning } from "../problem.ts";
import type { IdempotencyKey } from "./keyed-request.ts";
import type { KeyedResponse, Once } from "./once.ts";

const keyOfOtherRequest = () =>
	new Problem("idempotency_key_reused", "This Idempotency-Key was used for a different request. Use a new key.");

/** A POST route that accepts an Idempotency-Key. */
export interface KeyedRoute<Params extends z.ZodObject, Body extends z.ZodType> {
	operationId: string;
	path: string;
	/** The path of the operation that this route is another name of: both share their keys. */
	aliasOf?: string;
	tags: string[];
	summary: string;
	description?: string;
	/** One sentence: how a caller without a key finds out whether the request was carried out, when its response was lost. */
	findOut: string;
	admitted: Admitted;
	params?: Params;
	body?: Body;
	responses: RouteConfig["responses"];
}

/** A request to a keyed route, parsed and authenticated. */
export interface KeyedCall<Params extends z.ZodObject, Body extends z.ZodType> {
	access: Access;
	caller: Caller;
	idempotency: IdempotencyKey | undefined;
	params: z.output<Params>;
	body: z.output<Body>;
}

const replayedHeader = {
	"Idempotency-Replayed": {
		description: "`true` where the response is that of an earlier request with the same Idempotency-Key",
		schema: { type: "string" as const, enum: ["true"] },
	},
};

/** Describes the header of a repetition at the responses that are stored. */
function withReplay(responses: RouteConfig["responses"]): RouteConfig["responses"] {
	const described = Object.entries(responses).map(([status, response]) =>
		status === "200" || status === "402"
			? [status, { ...response, headers: { ...("headers" in response ? response.headers : {}), ...replayedHeader } }]
			: [status, response],
	);
	return Object.fromEntries(described);
}

/**
 * Declares a route that accepts an Idempotency-Key. OpenAPI gets the header from a separate description: a header
 * schema on the route itself would make every request copy all its headers.
 *
 * @param work does the work once; see `once`
 * @param send sends its response; a repetition gets the header `Idempotency-Replayed` as well
 */
export function keyedRoute<Params extends z.ZodObject, Body extends z.ZodType, Response extends KeyedResponse>(
	app: OpenAPIHono<GatewayEnv>,
	declared: KeyedRoute<Params, Body>,
	work: (call: KeyedCall<Params, Body>) => Promise<Once<Response>>,
	send: (context: Context<GatewayEnv>, response: Response) => globalThis.Response | Promise<globalThis.Response>,
): void {
	const { admitted, params, body, findOut, responses, aliasOf, ...others } = declared;
	const description = { ...others, responses: withReplay(responses) };
	const request = {
		...(params && { params }),
		...(body && { body: { required: true, content: { "application/json": { schema: body } } } }),
	};
	const { middleware, ...admission } = admitted;
	const described = { method: "post" as const, ...description, ...admission, request };
	app.openAPIRegistry.registerPath({ ...described, request: { ...request, headers: idempotencyKeyHeader } });
	const route: RouteConfig = { ...described, middleware, hide: true };
	app.openapi(createRoute(route), async (context) => {
		const key = parseIdempotencyKey(context.req.header("Idempotency-Key"));
		const call = {
			access: context.get("access"),
			caller: callerOf(context),
			// The values of the path's parameters are part of what the request asks for.
			idempotency: key === undefined ? undefined : { route: aliasOf ?? declared.path, key },
			// Parsed by the two schemas above.
			params: context.req.valid("param" as never) as z.output<Params>,
			body: context.req.valid("json" as never) as z.output<Body>,
		};
		const unconfirmed = { findOut, isDone: false, takesKey: true, hasKey: key !== undefined };
		context.set("unconfirmed", unconfirmed);
		const done = await work(call);
		unconfirmed.isDone = true;
		if (done.kind === "in_flight") throw stillRunning();
		if (done.kind === "mismatch") throw keyOfOtherRequest();
		if (done.kind === "replay") context.header("Idempotency-Replayed", "true");
		return send(context, done.response);
	});
}
