export { mergeMetrics, type Snapshot, totalsOf } from "./merge-metrics.ts";
export { metricsRoute } from "./metrics.route.ts";
export { createMetrics, type Metrics, type ValuesOf } from "./metrics.ts";
export { observeRequests } from "./observe-requests.ts";
export { createProcessFigures } from "./process-figures.ts";
export { type BacklogId, backlogIds, series } from "./series.ts";
export { beginSpan, currentTraceId, withSpan } from "./spans.ts";
export { traceRequests } from "./trace-requests.ts";
export { createTracing, type InTrace, ownTraces, type Tracing } from "./tracing.ts";
