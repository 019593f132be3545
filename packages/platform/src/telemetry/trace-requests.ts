import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { isReading } from "../http/is-reading.ts";
import { patternOf } from "../http/routing/route-pattern.ts";
import { runInTrace } from "./spans.ts";
import type { Tracing } from "./tracing.ts";

/**
 * Records requests that change something, and all that a trusted proxy records: health checks would be most traces. A
 * span has no path and no headers.
 */
export function traceRequests({ tracer, sample }: Tracing): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		const traceparent = context.get("isFromTrustedProxy") ? context.req.header("traceparent") : undefined;
		if (traceparent === undefined && isReading(context.req.method)) return next();
		const parent = sample(traceparent);
		if (parent === undefined) return next();
		const { method } = context.req;
		const requestId = context.get("requestId");
		const attributes = { "http.request.method": method, request_id: requestId };
		const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
		context.set("traceId", span.spanContext().traceId);
		await runInTrace({ tracer, context: parent, span, requestId }, next);
		const route = patternOf(routePath(context, -1));
		const { status } = context.res;
		span.updateName(`${method} ${route}`).setAttributes({ "http.route": route, "http.response.status_code": status });
		if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
		span.end();
	};
}
