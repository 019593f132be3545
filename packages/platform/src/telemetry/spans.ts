import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, type Span, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";

interface ActiveTrace {
	tracer: Tracer;
	context: Context;
	traceId: string;
	requestId: string | undefined;
}

/** They name no merchant, person or card. */
type SpanAttributes = Record<string, string | number>;

const active = new AsyncLocalStorage<ActiveTrace>();

export function runInTrace<Result>(
	{ span, ...recorded }: Omit<ActiveTrace, "traceId"> & { span: Span },
	work: () => Result,
): Result {
	const { traceId } = span.spanContext();
	return active.run({ ...recorded, context: trace.setSpan(recorded.context, span), traceId }, work);
}

/** For exemplars; only if the trace is recorded. */
export function currentTraceId(): string | undefined {
	return active.getStore()?.traceId;
}

/** @returns ends the span; a `failed` one has no details of its error, which could repeat the request */
export function beginSpan(name: string, attributes: SpanAttributes = {}): (result?: SpanAttributes | "failed") => void {
	const current = active.getStore();
	if (current === undefined) return notRecorded;
	const { tracer, context, requestId } = current;
	const named = requestId === undefined ? attributes : { ...attributes, request_id: requestId };
	const span = tracer.startSpan(name, { attributes: named }, context);
	return (result) => {
		if (result === "failed") span.setStatus({ code: SpanStatusCode.ERROR });
		else if (result !== undefined) span.setAttributes(result);
		span.end();
	};
}

const notRecorded = () => undefined;

export async function withSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
	const end = beginSpan(name);
	try {
		const result = await work();
		end();
		return result;
	} catch (error) {
		end("failed");
		throw error;
	}
}
