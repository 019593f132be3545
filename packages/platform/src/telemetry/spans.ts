import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, type Span, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";

interface ActiveTrace {
	tracer: Tracer;
	context: Context;
	traceId: string;
	/** `undefined` for work that no request began. */
	requestId: string | undefined;
}

/** They name no merchant, person or card. */
type SpanAttributes = Record<string, string | number>;

const active = new AsyncLocalStorage<ActiveTrace>();

interface RecordedTrace extends Pick<ActiveTrace, "tracer" | "requestId"> {
	context: Context;
	span: Span;
}

export function runInTrace<Result>({ tracer, context, span, requestId }: RecordedTrace, work: () => Result): Result {
	const { traceId } = span.spanContext();
	return active.run({ tracer, context: trace.setSpan(context, span), traceId, requestId }, work);
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

export function withSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
	return active.getStore() === undefined ? work() : inSpan(name, work);
}

async function inSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
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
