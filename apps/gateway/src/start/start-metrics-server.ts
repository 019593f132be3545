import { OpenAPIHono } from "@hono/zod-openapi";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { answerProblems } from "../http/problem-response.ts";
import { requestContext } from "../http/request-context.ts";
import { type Fetch, listen } from "../http/server.ts";
import type { JobRecord } from "../jobs/job-record.ts";
import { readDatabaseNow } from "../jobs/retention-clock.store.ts";
import type { Logger } from "../log/log.ts";
import { Problem } from "../problem.ts";
import { createBacklogReader } from "../telemetry/backlogs.ts";
import { metricsRoute } from "../telemetry/metrics.route.ts";
import { createProcessFigures } from "../telemetry/process-figures.ts";
import { createHealthChecks } from "../web/health/checks.ts";
import { createReadiness } from "../web/health/readiness.ts";
import { verboseReadinessRoute } from "../web/health/verbose-readiness.route.ts";
import type { Starting } from "./starting.ts";

/** A scrape takes less. */
const closeGraceMs = 2_000;

interface Observed {
	database: Database;
	clocks: Clocks;
	jobs: JobRecord;
}

/** Serves metrics and health checks on a port of their own, unless none is set. Returns the port. */
export async function startMetricsServer(starting: Starting, observed: Observed): Promise<number | undefined> {
	const { config, log, cleanups, metrics } = starting;
	if (config.metrics === undefined || metrics === undefined) return undefined;
	const app = createOperationsApp(log);
	healthRoute(app, starting, observed);
	const figures = createProcessFigures({ ...observed, metrics });
	cleanups.push(async () => figures.stop());
	const readBacklogs = createBacklogReader({ ...observed, metrics, elapsedMs: () => performance.now(), log });
	metricsRoute(app, {
		metrics,
		async refresh() {
			figures.read();
			await readBacklogs();
		},
	});
	const server = await listen({
		...config.metrics,
		tls: undefined,
		fetch: app.fetch as Fetch,
		// Scrapes come from few addresses.
		isTrustedProxy: () => true,
		log,
	});
	cleanups.push(() => server.close(closeGraceMs));
	log.info({ host: config.metrics.host, port: server.port }, "serving metrics");
	return server.port;
}

function createOperationsApp(log: Logger): OpenAPIHono<GatewayEnv> {
	const app = new OpenAPIHono<GatewayEnv>({ strict: false });
	// A line per scrape would say nothing.
	app.use(requestContext(log.child({}, { level: "warn" })));
	answerProblems(app);
	app.notFound(() => {
		throw new Problem("route_not_found", "There is nothing at this address.");
	});
	return app;
}

function healthRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ ports, config, log }: Starting,
	{ database, clocks, jobs }: Observed,
): void {
	const checkReadiness = createReadiness(database);
	const checkHealth = createHealthChecks({
		database,
		checkReadiness,
		clock: clocks.real,
		databaseNow: ports.retention?.databaseNow ?? (() => readDatabaseNow(database)),
		jobs,
		dataDirectory: config.dataDirectory,
		log,
	});
	verboseReadinessRoute(app, { checkReadiness, checkHealth });
}
