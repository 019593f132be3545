import { statfs } from "node:fs/promises";
import { OpenAPIHono } from "@hono/zod-openapi";
import { createBacklogReader, omitBacklogs } from "../backlogs/backlogs.ts";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { readDatabaseNow } from "../db/database-now.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { answerProblems } from "../http/problem-response.ts";
import { requestContext } from "../http/request-context.ts";
import { requireLoopbackName } from "../http/require-loopback.ts";
import { type Fetch, type Listening, listen } from "../http/server.ts";
import type { JobRecord } from "../jobs/job-record.ts";
import type { Logger } from "../log/log.ts";
import { isLoopbackHost } from "../network/client-network.ts";
import { Problem } from "../problem.ts";
import type { RestoredMode } from "../restore/restored-mode.ts";
import type { Snapshot } from "../telemetry/merge-metrics.ts";
import { metricsRoute } from "../telemetry/metrics.route.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { createProcessFigures } from "../telemetry/process-figures.ts";
import { createHealthChecks, type Health } from "../web/health/checks.ts";
import { type CheckReadiness, createReadiness } from "../web/health/readiness.ts";
import { verboseReadinessRoute } from "../web/health/verbose-readiness.route.ts";
import { elapsedMsOf, type Starting } from "./starting.ts";

interface Observed {
	database: Database;
	clocks: Clocks;
	jobs: JobRecord;
	restored: Pick<RestoredMode, "isNormal" | "open">;
	sendsMail: boolean;
}

export interface ServedOperations extends Pick<Metrics, "text"> {
	checkReadiness: CheckReadiness;
	checkHealth: () => Promise<Health>;
}

export interface Operations extends ServedOperations {
	snapshot(given: { withBacklogs: boolean }): Promise<Snapshot>;
}

/** Returns `undefined` if nothing is measured. */
export function createOperations(starting: Starting, observed: Observed): Operations | undefined {
	const { ports, config, log, cleanups, metrics } = starting;
	if (metrics === undefined) return undefined;
	const { database, clocks, jobs, restored, sendsMail } = observed;
	const figures = createProcessFigures({ ...observed, metrics });
	cleanups.push(async () => figures.stop());
	const readBacklogs = createBacklogReader({ ...observed, metrics, elapsedMs: elapsedMsOf(starting), log });
	const checkReadiness = createReadiness(database);
	const checkHealth = createHealthChecks({
		database,
		checkReadiness,
		clock: clocks.real,
		databaseNow: ports.databaseNow ?? (() => readDatabaseNow(database)),
		jobs,
		restored,
		sendsMail,
		dataDirectory: config.dataDirectory,
		readDisk: ports.readDisk ?? statfs,
		log,
	});
	const readChecks = async () => showChecks(metrics, await checkHealth());
	return {
		checkReadiness,
		checkHealth,
		async text(form) {
			figures.read();
			await Promise.all([readBacklogs(), readChecks()]);
			return metrics.text(form);
		},
		async snapshot({ withBacklogs }) {
			figures.read();
			if (!withBacklogs) omitBacklogs(metrics);
			await Promise.all([withBacklogs && readBacklogs(), readChecks()]);
			return metrics.snapshot();
		},
	};
}

function showChecks(metrics: Metrics, { checks }: Health): void {
	// Other checks are unknown without the database.
	const known = checks.database?.ok ? Object.keys(checks) : ["database", "jobs", "disk"];
	metrics.set(
		"checks",
		known.map((check) => ({ check, value: checks[check]?.ok ? 1 : 0 })),
	);
}

interface ServeOptions {
	port: number;
	host: string;
	log: Logger;
}

export async function serveOperations({ port, host, log }: ServeOptions, served: ServedOperations): Promise<Listening> {
	const app = createOperationsApp(log);
	if (isLoopbackHost(host)) app.use(requireLoopbackName);
	verboseReadinessRoute(app, served);
	metricsRoute(app, served);
	const server = await listen({
		port,
		host,
		tls: undefined,
		fetch: app.fetch as Fetch,
		// Scrapes come from few addresses.
		isTrustedProxy: () => true,
		log,
	});
	log.info({ host, port: server.port }, "serving metrics");
	return server;
}

function createOperationsApp(log: Logger): OpenAPIHono<GatewayEnv> {
	const app = new OpenAPIHono<GatewayEnv>({ strict: false });
	// A line per scrape would say nothing.
	app.use(requestContext(log.child({}, { level: "warn" })));
	answerProblems(app);
	app.use(async (context, next) => {
		await next();
		context.header("X-Content-Type-Options", "nosniff");
	});
	app.notFound(() => {
		throw new Problem("route_not_found", "There is nothing at this address.");
	});
	return app;
}
