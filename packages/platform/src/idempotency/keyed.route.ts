import { createRoute, type OpenAPIHono, type RouteConfig, type z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Caller } from "../audit/event.ts";
import type { Admitted } from "../http/admission.ts";
import { callerOf } from "../http/caller.ts";
import type { Access, GatewayEnv } from "../http/gateway-env.ts";
import { idempotencyKeyHeader, parseIdempotencyKey } from "../http/idempotency-header.ts";
import { answerOnce, type UnstoredResponses } from "./answer-once.ts";
import type { Asked, KeyedRequest, KeyedResponse } from "./keyed-request.ts";

export interface KeyedRoute<Params extends z.ZodObject, Body extends z.ZodType> {
	operationId: string;
	path: string;
	/** The path of the same operation, with the same keys. */
	aliasOf?: string;
	tags: string[];
	summary: string;
	description?: string;
	/** A sentence about finding out the result without a key. */
	findOut: string;
	admitted: Admitted;
	params?: Params;
	body?: Body;
	responses: RouteConfig["responses"];
}

export interface KeyedCall<Params extends z.ZodObject, Body extends z.ZodType> {
	access: Access;
	caller: Caller;
	params: z.output<Params>;
	body: z.output<Body>;
}

export interface KeyedSteps<Call, Gathered extends Asked, Response extends KeyedResponse> {
	/** Reads what the request is about, with what a repetition must ask for again. */
	gather: (call: Call) => Gathered | Promise<Gathered>;
	/** Claims the key and stores the response in its database transaction. */
	work: (call: Call & { keyed: KeyedRequest | undefined }, gathered: Gathered) => Promise<Response>;
	send: (context: Context<GatewayEnv>, response: Response, call: Call) => HttpResponse | Promise<HttpResponse>;
	unstored?: (call: Call, gathered: Gathered) => UnstoredResponses<Response>;
}

type HttpResponse = globalThis.Response;

const replayedHeader = {
	"Idempotency-Replayed": {
		description: "`true` where the response is that of an earlier request with the same Idempotency-Key",
		schema: { type: "string" as const, enum: ["true"] },
	},
};

function withReplay(responses: RouteConfig["responses"]): RouteConfig["responses"] {
	const described = Object.entries(responses).map(([status, response]) =>
		status === "200" || status === "402"
			? [status, { ...response, headers: { ...("headers" in response ? response.headers : {}), ...replayedHeader } }]
			: [status, response],
	);
	return Object.fromEntries(described);
}

/** OpenAPI describes the header separately: a schema on the route would copy all headers of every request. */
export function keyedRoute<
	Params extends z.ZodObject,
	Body extends z.ZodType,
	Gathered extends Asked,
	Response extends KeyedResponse,
>(
	app: OpenAPIHono<GatewayEnv>,
	door: Parameters<typeof answerOnce>[0],
	declared: KeyedRoute<Params, Body>,
	{ gather, work, send, unstored }: KeyedSteps<KeyedCall<Params, Body>, Gathered, Response>,
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
		const unconfirmed = { findOut, isDone: false, takesKey: true, hasKey: key !== undefined };
		context.set("unconfirmed", unconfirmed);
		const access = context.get("access");
		const call = {
			access,
			caller: callerOf(context),
			// Parsed by the two schemas above.
			params: context.req.valid("param" as never) as z.output<Params>,
			body: context.req.valid("json" as never) as z.output<Body>,
		};
		const gathered = await gather(call);
		const idempotency =
			key === undefined ? undefined : { merchantId: access.merchant.id, route: aliasOf ?? declared.path, key };
		const { response, isReplay } = await answerOnce(
			door,
			{ idempotency, gathered, unstored: unstored?.(call, gathered) },
			(keyed) => work({ ...call, keyed }, gathered),
		);
		unconfirmed.isDone = true;
		const sent = await send(context, response, call);
		if (isReplay) sent.headers.set("Idempotency-Replayed", "true");
		return sent;
	});
}
