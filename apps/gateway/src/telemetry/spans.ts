import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, type Span, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";

/** The recorded trace of the request in which code runs. */
interface ActiveTrace {
	tracer: Tracer;
	/** The context with the request's span, the parent of all others. */
	context: Context;
	traceId: string;
	/** `undefined` for work that no request began. */
	requestId: string | undefined;
}

/** Values that name no merchant, person or card. */
type SpanAttributes = Record<string, string | number>;

const active = new AsyncLocalStorage<ActiveTrace>();

interface RecordedTrace extends Pick<ActiveTrace, "tracer" | "requestId"> {
	/** The parent of the span. */
	context: Context;
	span: Span;
}

/** Runs the work of a span that is recorded. */
export function runInTrace<Result>({ tracer, context, span, requestId }: RecordedTrace, work: () => Result): Result {
	const { traceId } = span.spanContext();
	return active.run({ tracer, context: trace.setSpan(context, span), traceId, requestId }, work);
}

/** Returns the id of the trace in which this is called, if it is recorded: an exemplar of a measurement. */
export function currentTraceId(): string | undefined {
	return active.getStore()?.traceId;
}

/**
 * Begins a part of the request in which this is called. Costs nothing when that is not recorded.
 *
 * @returns the function that ends it; a `failed` one has no details of its error, which could repeat what was sent
 */
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

/** Runs work as a part of the request in which this is called. Costs nothing when that is not recorded. */
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
