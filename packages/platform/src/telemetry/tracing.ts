import { type Context, ROOT_CONTEXT, TraceFlags, type Tracer, trace } from "@opentelemetry/api";
import type { ExportResult, ExportResultCode } from "@opentelemetry/core";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { Logger } from "../log/log.ts";
import { withinTime } from "../time-limit.ts";
import { currentTraceId, runInTrace } from "./spans.ts";

export interface Tracing {
	tracer: Tracer;
	/**
	 * @param traceparent the header of a trusted proxy (W3C Trace Context), which decides for us
	 * @returns the parent of its span; `undefined` if it is not recorded
	 */
	sample(traceparent: string | undefined): Context | undefined;
	stop(): Promise<void>;
}

const exportLimitMs = 3_000;

/** A proxy that passes its clients' headers on must not flood the collector. */
const remoteFactor = 10;

/** An unreachable collector fails every few seconds. */
const logEveryMs = 60_000;

/** Loads the libraries, which a gateway without traces does not need. */
export async function createTracing({
	endpoint,
	serviceName,
	perSecond,
	elapsedMs,
	log,
}: {
	endpoint: string;
	serviceName: string;
	perSecond: number;
	elapsedMs: () => number;
	log: Logger;
}): Promise<Tracing> {
	const [{ ExportResultCode, parseTraceParent }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
		await Promise.all([
			import("@opentelemetry/core"),
			import("@opentelemetry/exporter-trace-otlp-http"),
			import("@opentelemetry/resources"),
			import("@opentelemetry/sdk-trace"),
		]);
	const exporter = loggingExporter(
		new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportLimitMs }),
		ExportResultCode.SUCCESS,
		elapsedMs,
		log,
	);
	const provider = new sdk.TracerProvider({
		// `sample` made the choice before.
		sampler: new sdk.AlwaysOnSampler(),
		resource: resourceFromAttributes({ "service.name": serviceName }),
		spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
	});
	const take = limitPerSecond(perSecond, elapsedMs);
	const takeRemote = limitPerSecond(remoteFactor * perSecond, elapsedMs);
	return {
		tracer: provider.getTracer("cardseal"),
		sample(traceparent) {
			const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
			if (parent === null) return take() ? ROOT_CONTEXT : undefined;
			if ((parent.traceFlags & TraceFlags.SAMPLED) === 0 || !takeRemote()) return undefined;
			return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
		},
		async stop() {
			await withinTime(exportLimitMs, provider.shutdown()).catch(() => undefined);
		},
	};
}

export type InTrace = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Records work that no request began, as often as requests. */
export function ownTraces({ tracer, sample }: Pick<Tracing, "tracer" | "sample">, name: string): InTrace {
	return async (work) => {
		const context = currentTraceId() === undefined ? sample(undefined) : undefined;
		if (context === undefined) return work();
		const span = tracer.startSpan(name, {}, context);
		try {
			return await runInTrace({ tracer, context, span, requestId: undefined }, work);
		} finally {
			span.end();
		}
	};
}

export function limitPerSecond(maximum: number, elapsedMs: () => number): () => boolean {
	let second = Number.NaN;
	let count = 0;
	return () => {
		const now = Math.floor(elapsedMs() / 1_000);
		if (now !== second) count = 0;
		second = now;
		count += 1;
		return count <= maximum;
	};
}

/** Logs at most once a minute. The library logs nothing. */
function loggingExporter(
	exporter: SpanExporter,
	success: ExportResultCode,
	elapsedMs: () => number,
	log: Logger,
): SpanExporter {
	let loggedAt = Number.NEGATIVE_INFINITY;
	const report = ({ code, error }: ExportResult) => {
		if (code === success || elapsedMs() - loggedAt < logEveryMs) return;
		loggedAt = elapsedMs();
		log.warn({ err: error }, "the collector takes no traces; they are lost");
	};
	return {
		export(spans, done) {
			exporter.export(spans, (result) => {
				report(result);
				done(result);
			});
		},
		forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
		shutdown: () => exporter.shutdown(),
	};
}
