import { createRails, type Eft } from "@cardseal/eft/gateway";
import { createEventMover, type Deliverer, type EventMover } from "@cardseal/events/gateway";
import type { SignInContext } from "@cardseal/identity";
import {
	type CredentialUse,
	createAccessTokens,
	createClientAuthentication,
	createCredentialUse,
	createSignInContext,
	type SignInContextOptions,
} from "@cardseal/identity/gateway";
import { createRequestLog, type RequestLog } from "@cardseal/merchants/gateway";
import { createNoticeFeeds, type ReadOverviews } from "@cardseal/payments/gateway";
import type { Clock, Clocks } from "@cardseal/platform";
import { type AuditOptions, auditJob, createAudit } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { createStartupApp, type Fetch, type Listening, listen, trustedProxyTest } from "@cardseal/platform/http";
import {
	type BusinessWork,
	businessJob,
	createJobRecord,
	type Job,
	type JobRecord,
	repeatJobs,
} from "@cardseal/platform/jobs";
import type { Logger } from "@cardseal/platform/log";
import { createMetrics, createTracing, ownTraces } from "@cardseal/platform/telemetry";
import { createRenewalRun } from "@cardseal/subscriptions/gateway";
import { createDemoBank, type DemoBank, type Vault } from "@cardseal/vault";
import { createApp } from "./app.ts";
import { frameOriginsOf, scriptOriginOf } from "./card-form/frame-origins.ts";
import type { Config } from "./config.ts";
import { saveGatewayUrl } from "./operator/gateway-url.ts";
import { eraseCopiesJob } from "./personal-data/erase-copies.job.ts";
import { newestSeenJob } from "./restore/newest-seen.job.ts";
import { pauseWhileRestored } from "./restore/pause-while-restored.ts";
import type { RestoredMode } from "./restore/restored-mode.ts";
import { bankOriginOf } from "./sandbox/bank/bank-origin.ts";
import type { DemoFile } from "./sandbox/demo-file.ts";
import { partsOf } from "./services.ts";
import { createClockControl } from "./start/create-clocks.ts";
import { connectReports } from "./start/create-database.ts";
import { createEventDeliverer, onlyLocalOriginOf, resolveNameOf } from "./start/create-deliverer.ts";
import { createGatewayPayments } from "./start/create-gateway-payments.ts";
import { createMail } from "./start/create-mail.ts";
import { createRetentionJob } from "./start/create-retention.ts";
import { createServices } from "./start/create-services.ts";
import { createTokenKeyReplacer } from "./start/create-vault.ts";
import { createOperations, type Operations, serveOperations } from "./start/operations.ts";
import { seedDemoMerchants } from "./start/seed-demo-merchants.ts";
import { elapsedMsOf, type Ports, type Starting } from "./start/starting.ts";
import { noPeers, type Peers } from "./start/workers/peers.ts";

export interface Gateway {
	publicUrl: string;
	port: number;
	metricsPort: number | undefined;
	/** `undefined` without METRICS_PORT. */
	operations: Operations | undefined;
	/** `demo.json`, the mailbox's link and the sandbox's time. */
	demo: { file: string; content: DemoFile; mailboxUrl: string } | undefined;
	/** Answers the requests of open connections. */
	drain(): Promise<void>;
	/** Stops after running requests and jobs. Safe to repeat. */
	stop(): Promise<void>;
}

/** Time beyond the processor's limit. */
const stopGraceMs = 5_000;

/** Longer than a scrape takes. */
const scrapeGraceMs = 2_000;

/** Longer than an idle connection, and than the longest request. */
const drainLimitMs = 120_000;

/** Leaves jobs and the embedded database some of the 30 s of a shutdown. */
const longestGraceMs = 20_000;

/**
 * `/healthz` answers first, other routes once database and vault are open.
 *
 * @throws ConfigError, or an error of the database or network
 */
export async function startGateway(
	config: Config,
	log: Logger,
	ports: Ports = {},
	peers: Peers = noPeers(),
): Promise<Gateway> {
	let fetch = createStartupApp(log).fetch as Fetch;
	const { port, host, tls } = config;
	const isTrustedProxy = trustedProxyTest(config.trustedProxies);
	const serve = () => listen({ port, host, tls, isTrustedProxy, fetch: (request, env) => fetch(request, env), log });
	// Another worker serves: this one accepts no connection before it can answer.
	let server = peers.publicUrl === undefined ? await serve() : undefined;
	const publicUrl =
		config.publicUrl ?? peers.publicUrl ?? `${tls === undefined ? "http" : "https"}://localhost:${server?.port}`;
	const stopping = new AbortController();
	const metrics = config.metrics && createMetrics();
	const tracing = config.traces && (await createTracing({ ...config.traces, elapsedMs: elapsedMsOf({ ports }), log }));
	const starting: Starting = {
		config,
		log,
		ports,
		peers,
		publicUrl,
		metrics,
		tracing,
		cleanups: tracing === undefined ? [] : [tracing.stop],
		stopping: stopping.signal,
	};
	const stop = onlyOnce(() => {
		stopping.abort();
		return stopAll(server, starting);
	});
	try {
		const { app, demo, operations, metricsPort } = await createEverything(starting);
		await saveGatewayUrl(config, publicUrl);
		fetch = app.fetch as Fetch;
		const listening = server ?? (await serve());
		server = listening;
		const drain = () => listening.drain(drainLimitMs);
		return { publicUrl, port: listening.port, metricsPort, operations, demo, drain, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

async function createEverything(starting: Starting) {
	const { config, log, publicUrl } = starting;
	const frameOrigins = frameOriginsOf(publicUrl, config);
	const bankOrigin = bankOriginOf(frameOrigins, config);
	const { url, isLost, database, clocks, sandboxClock, restored, newestSeen, masterKeys, vault, processors } =
		await createServices(starting);
	const { business, real } = clocks;
	const bank = bankOrigin === undefined ? undefined : openBank(bankOrigin, vault, real);
	const payments = createGatewayPayments(starting, { database, vault, clocks, processors, restored, bank });
	const feeds = createNoticeFeeds({ database, vault, processors, clock: business });
	const demo = config.sandbox ? await seedDemoMerchants(starting, database, vault, clocks) : undefined;
	const audit = await createAuditLog(starting, { database, vault, clocks, restored });
	const { tracing } = starting;
	const renewal = createRenewalRun(payments, starting.stopping, tracing && ownTraces(tracing, "renewal"));
	const transfers = createTransfers(starting, database, vault, clocks);
	const mail = createMail(starting, database, vault, clocks);
	const pausedWork = (work: BusinessWork) => pauseWhileRestored(restored, work, {});
	const mailWork = pausedWork(mail.work);
	const works = [
		...partsOf("works").flatMap((worksWith) =>
			worksWith({ database, clocks, payments, renewal, transfers, unlessRestored: pausedWork }),
		),
		...(starting.ports.businessWorks?.(business) ?? []),
		// Mail comes last, at the business time of the work that queued it.
		...(mail.followsBusinessTime ? [mailWork] : []),
	];
	const deliverer = createEventDeliverer(starting, { database, vault, clocks, restored });
	const eventMover = createMover(starting, { database, clock: real, deliverer, restored });
	const sandbox = sandboxClock && createClockControl(starting, { url, sandboxClock, real, works });
	const credentialUse = recordCredentialUse(starting, database, business);
	const requestLog = recordRequests(starting, database, real);
	const readOverviews: ReadOverviews = new Set();
	const jobs = startJobs(starting, [
		newestSeenJob(newestSeen),
		createRetentionJob(starting, database, clocks),
		eraseCopiesJob({ database, clocks }),
		auditJob(audit),
		...partsOf("jobs").flatMap((jobsWith) =>
			jobsWith({
				database,
				vault,
				clocks,
				payments,
				renewal,
				feeds,
				readOverviews,
				requestLog,
				credentialUse,
				eventMover,
				deliverer,
				elapsedMs: elapsedMsOf(starting),
				unlessRestored: (job) => pauseWhileRestored(restored, job, undefined),
			}),
		),
		...(sandbox?.jobs ?? works.map(businessJob)),
		...(mail.followsBusinessTime ? [] : [businessJob(mailWork)]),
	]);
	const app = createApp({
		database,
		reports: connectReports(starting, database),
		readOverviews,
		restored,
		isDatabaseLost: isLost,
		payments,
		processors,
		feeds,
		transfers,
		eventMover,
		deliverer,
		resolveName: resolveNameOf(starting),
		renewNow: renewal.renewNow,
		requestLog,
		accessTokens: createAccessTokens({ vault, database, clock: real, publicUrl, use: credentialUse }),
		authenticateClient: createClientAuthentication({
			vault,
			database,
			clock: real,
			failedAttempts: audit.failedAttempts,
		}),
		replaceTokenKey: createTokenKeyReplacer(real, masterKeys),
		signInContext: createStaffSignIn(
			starting,
			{ frameOrigin: frameOrigins.frames, scriptOrigin: scriptOriginOf(frameOrigins) },
			{
				database,
				vault,
				clocks,
				failedAttempts: audit.failedAttempts,
			},
		),
		log,
		metrics: starting.metrics,
		tracing: starting.tracing,
		publicUrl,
		security: config.security,
		frameOrigins,
		trustedProxies: config.trustedProxies,
		sendsMail: mail.sendsMail,
		sandbox: sandbox &&
			demo && {
				...sandbox,
				mailboxToken: demo.mailboxToken,
				onlyLocalOrigin: onlyLocalOriginOf(config),
				bank,
			},
	});
	const operations = createOperations(starting, { database, clocks, jobs, restored, sendsMail: mail.sendsMail });
	const metricsPort = operations && (await startMetricsServer(starting, operations));
	return { app, demo, operations, metricsPort };
}

async function startMetricsServer(
	{ config, log, cleanups, peers }: Starting,
	operations: Operations,
): Promise<number | undefined> {
	if (config.metrics === undefined || peers.isWorker) return undefined;
	const server = await serveOperations({ ...config.metrics, log }, operations);
	cleanups.push(() => server.close(scrapeGraceMs));
	return server.port;
}

function openBank(url: string, vault: Vault, clock: Clock): DemoBank {
	return createDemoBank({ url, mac: (message) => vault.mac("sandbox", message), now: () => clock.now() });
}

function recordCredentialUse({ log, cleanups }: Starting, database: Database, clock: Clock): CredentialUse {
	const use = createCredentialUse(database, clock);
	// Runs after the last request.
	cleanups.push(() => use.write().catch((error: unknown) => log.warn({ err: error }, "last uses were not written")));
	return use;
}

function recordRequests({ log, cleanups }: Starting, database: Database, clock: Clock): RequestLog {
	const requestLog = createRequestLog({ database, clock });
	// Runs after the last request.
	const writeAll = () => requestLog.write({ all: true });
	cleanups.push(() => writeAll().catch((error: unknown) => log.warn({ err: error }, "requests were not recorded")));
	return requestLog;
}

interface MoverParts {
	database: Database;
	clock: Clock;
	deliverer: Deliverer;
	restored: RestoredMode;
}

function createMover({ log, cleanups }: Starting, { database, clock, deliverer, restored }: MoverParts): EventMover {
	const onFailure = (error: unknown) => log.warn({ err: error }, "events will be moved later");
	const isPaused = () => !restored.isNormal;
	const mover = createEventMover({ database, clock, onQueued: deliverer.wake, onFailure, isPaused });
	cleanups.push(() => mover.stop());
	return mover;
}

function startJobs(starting: Starting, jobs: Job[]): JobRecord {
	const { log, cleanups, metrics } = starting;
	const record = createJobRecord(jobs, elapsedMsOf(starting));
	const repeated = repeatJobs(jobs, log, (run) => {
		record.note(run);
		metrics?.count("jobRuns", { name: run.name, result: run.isSuccess ? "success" : "failure" });
	});
	cleanups.push(() => repeated.stop());
	return record;
}

/** Deferred work ends before the database closes. */
function createStaffSignIn(
	{ config, log, publicUrl, cleanups }: Starting,
	origins: Pick<SignInContext, "frameOrigin" | "scriptOrigin">,
	dependencies: Pick<SignInContextOptions, "database" | "vault" | "clocks" | "failedAttempts">,
): SignInContext {
	const signInContext = createSignInContext({ ...dependencies, log, publicUrl, ...origins, isSandbox: config.sandbox });
	cleanups.push(() => signInContext.deferredWork.settled());
	return signInContext;
}

function createTransfers({ config }: Starting, database: Database, vault: Vault, clocks: Clocks): Eft {
	const rails = createRails({
		database,
		vault,
		clock: clocks.business,
		delayMs: config.demoRailDelayMs,
		isBankConnected: config.bankFiles !== undefined,
	});
	return { database, vault, clocks, rails };
}

async function createAuditLog(
	{ config, log, cleanups }: Starting,
	{ restored, ...dependencies }: Pick<AuditOptions, "database" | "vault" | "clocks"> & { restored: RestoredMode },
) {
	const { judgeLostHead } = restored;
	const audit = await createAudit({ ...dependencies, dataDirectory: config.dataDirectory, judgeLostHead });
	await audit.start();
	// The next start seals the remaining events.
	const stop = () =>
		audit.stop().catch((error: unknown) => log.error({ err: error }, "the audit log was left unsealed"));
	cleanups.push(stop);
	return audit;
}

async function stopAll(server: Listening | undefined, { config, cleanups }: Starting): Promise<void> {
	await server?.close(Math.min(config.processorTimeoutMs + stopGraceMs, longestGraceMs));
	for (const cleanup of cleanups.reverse()) await cleanup();
}

function onlyOnce(action: () => Promise<void>): () => Promise<void> {
	let done: Promise<void> | undefined;
	return () => {
		done ??= action();
		return done;
	};
}
