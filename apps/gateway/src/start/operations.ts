import { Problem } from "@cardseal/platform";
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
import { createHealthChecks, type Health } from "../web/health/checks.ts";
import { type CheckReadiness, createReadiness } from "../web/health/readiness.ts";
import type { Core } from "./open-core.ts";
import type { Starting } from "./starting.ts";

export interface ServedOperations extends Pick<Metrics, "text"> {
	checkReadiness: CheckReadiness;
	checkHealth: () => Promise<Health>;
}

export interface Operations extends ServedOperations {
	snapshot(given: { withBacklogs: boolean }): Promise<Snapshot>;
}

/** Returns `undefined` if nothing is measured. */
export function createOperations(
	{ ports, config, log, cleanups, metrics }: Starting,
	core: Core,
	{ jobs, sendsMail }: { jobs: JobRecord; sendsMail: boolean },
): Operations | undefined {
	if (metrics === undefined) return undefined;
	const figures = createProcessFigures({ ...core, jobs, metrics });
	cleanups.push(async () => figures.stop());
	const readBacklogs = createBacklogReader({ ...core, metrics, elapsedMs: ports.elapsedMs, log });
	const checkReadiness = createReadiness(core.database);
	const { readDisk } = ports;
	const { dataDirectory } = config;
	const clock = core.clocks.real;
	const checkHealth = createHealthChecks({
		...core,
		checkReadiness,
		clock,
		jobs,
		sendsMail,
		dataDirectory,
		readDisk,
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

export async function serveOperations(
	{ port, host, log }: { port: number; host: string; log: Logger },
	served: ServedOperations,
): Promise<Listening> {
	const app = createOperationsApp(log);
	if (isLoopbackHost(host)) app.use(requireLoopbackName);
	// `?verbose` shows every check, and gives 503 if one failed.
	app.get("/readyz", async (context) => {
		if (context.req.query("verbose") === undefined) {
			await served.checkReadiness();
			return context.json({ status: "ready" });
		}
		const { ok, checks } = await served.checkHealth();
		return context.json({ status: ok ? "ready" : "failing", checks }, ok ? 200 : 503);
	});
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
