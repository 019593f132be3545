import { statfs } from "node:fs/promises";
import { type Clocks, Problem } from "@cardseal/platform";
import { type Database, readDatabaseNow } from "@cardseal/platform/db";
import {
	answerProblems,
	type Fetch,
	type Listening,
	listen,
	requestContext,
	requireLoopbackName,
} from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { JobRecord } from "@cardseal/platform/jobs";
import type { Logger } from "@cardseal/platform/log";
import { isLoopbackHost } from "@cardseal/platform/network";
import { createProcessFigures, type Metrics, metricsRoute, type Snapshot } from "@cardseal/platform/telemetry";
import { OpenAPIHono } from "@hono/zod-openapi";
import { createBacklogReader, omitBacklogs } from "../backlogs/backlogs.ts";
import type { RestoredMode } from "../restore/restored-mode.ts";
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
