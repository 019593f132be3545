import { createRoute, type OpenAPIHono, type RouteConfig, type z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Caller } from "../audit/event.ts";
import type { Admitted } from "../http/admission.ts";
import { callerOf } from "../http/caller.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { idempotencyKeyHeader, parseIdempotencyKey } from "../http/idempotency-header.ts";
import { answerOnce, type UnstoredResponses } from "./answer-once.ts";
import type { Asked, KeyedRequest, KeyedResponse } from "./keyed-request.ts";

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
	access: GatewayEnv["Variables"]["access"];
	caller: Caller;
	params: z.output<Params>;
	body: z.output<Body>;
}

/** The steps of a keyed request. */
export interface KeyedSteps<Call, Gathered extends Asked, Response extends KeyedResponse> {
	/** Reads what the request is about, and returns what a repetition must ask for again. */
	gather: (call: Call) => Gathered | Promise<Gathered>;
	/** Does the work. With a key, claims it and stores the response in the database transaction that it writes in. */
	work: (call: Call & { keyed: KeyedRequest | undefined }, gathered: Gathered) => Promise<Response>;
	/** Sends the response, of this request or of the earlier one that it repeats. */
	send: (context: Context<GatewayEnv>, response: Response, call: Call) => HttpResponse | Promise<HttpResponse>;
	/** Given where the work makes a card transaction, whose response is stored with its outcome. */
	unstored?: (call: Call, gathered: Gathered) => UnstoredResponses<Response>;
}

type HttpResponse = globalThis.Response;

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
 * Declares a route that accepts an Idempotency-Key, and answers each key once. OpenAPI gets the header from a separate
 * description: a header schema on the route itself would make every request copy all its headers.
 */
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
		if (isReplay) context.header("Idempotency-Replayed", "true");
		return send(context, response, call);
	});
}
