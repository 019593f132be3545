import { createRails, type Eft } from "@cardseal/eft/gateway";
import { createEventMover } from "@cardseal/events/gateway";
import {
	createAccessTokens,
	createClientAuthentication,
	createCredentialUse,
	createSignInContext,
} from "@cardseal/identity/gateway";
import { createRequestLog } from "@cardseal/merchants/gateway";
import { createProcessorEventFeeds, type ReadOverviews } from "@cardseal/payments/gateway";
import { auditJob, createAudit } from "@cardseal/platform/audit";
import { createStartupApp, type Fetch, listen, trustedProxyTest } from "@cardseal/platform/http";
import { type BusinessWork, businessJob, createJobRecord, type Job, repeatJobs } from "@cardseal/platform/jobs";
import type { Logger } from "@cardseal/platform/log";
import { createMetrics, createTracing, ownTraces } from "@cardseal/platform/telemetry";
import { createRenewalRun } from "@cardseal/subscriptions/gateway";
import { createDemoBank, createKeyRotation } from "@cardseal/vault";
import { createApp } from "./app.ts";
import { frameOriginsOf, scriptOriginOf } from "./card-form/frame-origins.ts";
import type { Config } from "./config.ts";
import { saveGatewayUrl } from "./operator/gateway-url.ts";
import { eraseDueCopies } from "./personal-data/erase-customer.ts";
import { pauseWhileRestored } from "./restore/pause-while-restored.ts";
import { retentionJob } from "./retention/retention.job.ts";
import { createRetentionClock } from "./retention/retention-clock.ts";
import { bankOriginOf } from "./sandbox/bank/bank-origin.ts";
import { createSharedLock } from "./sandbox/clock-lock.store.ts";
import { demoEventWork } from "./sandbox/demo-processor/demo-events.job.ts";
import { demoFeed } from "./sandbox/demo-processor/demo-events.ts";
import { createClockMover, skippedDuringAdvance } from "./sandbox/move-clock.ts";
import { partsOf } from "./services.ts";
import { connect, connectReports } from "./start/create-database.ts";
import { createEventDeliverer, onlyLocalOriginOf } from "./start/create-deliverer.ts";
import { createGatewayPayments } from "./start/create-gateway-payments.ts";
import { createMail, mailClock } from "./start/create-mail.ts";
import { type Core, openCore } from "./start/open-core.ts";
import { createOperations, serveOperations } from "./start/operations.ts";
import { seedDemoMerchants } from "./start/seed-demo-merchants.ts";
import { defaultPorts, type Peers, type Ports, type Starting } from "./start/starting.ts";

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

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
	givenPorts: Ports = {},
	peers: Peers = { isWorker: false, publicUrl: undefined },
) {
	let fetch = createStartupApp(log).fetch as Fetch;
	const { port, host, tls } = config;
	const isTrustedProxy = trustedProxyTest(config.trustedProxies);
	const serve = () => listen({ port, host, tls, isTrustedProxy, fetch: (request, env) => fetch(request, env), log });
	// Another worker serves: this one accepts no connection before it can answer.
	let server = peers.publicUrl === undefined ? await serve() : undefined;
	const publicUrl =
		config.publicUrl ?? peers.publicUrl ?? `${tls === undefined ? "http" : "https"}://localhost:${server?.port}`;
	const ports = { ...defaultPorts, ...givenPorts };
	const stopping = new AbortController();
	const metrics = config.metrics && createMetrics();
	const tracing = config.traces && (await createTracing({ ...config.traces, elapsedMs: ports.elapsedMs, log }));
	const cleanups: Starting["cleanups"] = tracing === undefined ? [] : [tracing.stop];
	const starting = { config, log, ports, peers, publicUrl, metrics, tracing, cleanups, stopping: stopping.signal };
	let stopped: Promise<void> | undefined;
	/** Stops after running requests and jobs. Safe to repeat. */
	const stop = () => {
		stopping.abort();
		stopped ??= stopAll();
		return stopped;
	};
	async function stopAll(): Promise<void> {
		await server?.close(Math.min(config.processorTimeoutMs + stopGraceMs, longestGraceMs));
		for (const cleanup of cleanups.reverse()) await cleanup();
	}
	try {
		const { app, ...created } = await createEverything(starting);
		await saveGatewayUrl(config, publicUrl);
		fetch = app.fetch as Fetch;
		const listening = server ?? (await serve());
		server = listening;
		const drain = () => listening.drain(drainLimitMs);
		return { publicUrl, port: listening.port, ...created, drain, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

async function createEverything(starting: Starting) {
	const { config, cleanups, peers, publicUrl } = starting;
	const frameOrigins = frameOriginsOf(publicUrl, config);
	const bankOrigin = bankOriginOf(frameOrigins, config);
	const core = await openCore(starting);
	// Requests see neither the master key nor the addresses with passwords.
	const { masterKeys, url: _url, ...served } = core;
	const { database, clocks, vault } = served;
	const { real } = clocks;
	const parts = await createParts(starting, core, bankOrigin);
	const { demo, mail, bank, failedAttempts } = parts;
	const { jobs, clockControl } = startWork(starting, core, parts);
	const signInContext = createSignInContext({
		database,
		vault,
		clocks,
		failedAttempts,
		log: starting.log,
		publicUrl,
		frameOrigin: frameOrigins.frames,
		scriptOrigin: scriptOriginOf(frameOrigins),
		isSandbox: config.sandbox,
	});
	// Deferred work ends before the database closes.
	cleanups.push(() => signInContext.deferredWork.settled());
	const onlyLocalOrigin = onlyLocalOriginOf(config);
	const { log, metrics, tracing } = starting;
	const { demo: _demo, ...work } = parts;
	const app = createApp({
		...{ log, metrics, tracing, publicUrl },
		...served,
		...work,
		reports: connectReports(starting, database),
		resolveName: starting.ports.resolveName,
		renewNow: parts.renewal.renewNow,
		accessTokens: createAccessTokens({ vault, database, clock: real, publicUrl, use: parts.credentialUse }),
		authenticateClient: createClientAuthentication({ vault, database, clock: real, failedAttempts }),
		async replaceTokenKey(transaction, merchantId) {
			const rotation = await createKeyRotation({
				database: transaction.withTables(),
				...masterKeys,
				now: () => real.now(),
				onProgress: () => undefined,
			});
			await rotation.rotate({ purpose: "card_token", merchantId });
		},
		signInContext,
		security: config.security,
		frameOrigins,
		trustedProxies: config.trustedProxies,
		sendsMail: mail.sendsMail,
		sandbox: clockControl && demo && { ...clockControl, mailboxToken: demo.mailboxToken, onlyLocalOrigin, bank },
	});
	const operations = createOperations(starting, core, { jobs, sendsMail: mail.sendsMail });
	const metricsServer =
		operations && config.metrics && !peers.isWorker
			? await serveOperations({ ...config.metrics, log: starting.log }, operations)
			: undefined;
	if (metricsServer !== undefined) cleanups.push(() => metricsServer.close(scrapeGraceMs));
	return {
		app,
		/** `demo.json` and the mailbox's link. */
		demo,
		operations,
		metricsPort: metricsServer?.port,
	};
}

async function createParts(starting: Starting, core: Core, bankUrl: string | undefined) {
	const { config, log, cleanups, tracing, stopping } = starting;
	const { database, vault, clocks, processors, restored } = core;
	const { business, real } = clocks;
	const mac = (message: string) => vault.mac("sandbox", message);
	const bank = bankUrl === undefined ? undefined : createDemoBank({ url: bankUrl, mac, now: () => real.now() });
	const payments = createGatewayPayments(starting, core, bank);
	const feeds = createProcessorEventFeeds({
		database,
		vault,
		processors,
		demoFeed: (merchantId) => demoFeed({ database, clock: business }, merchantId),
	});
	const demo = config.sandbox ? await seedDemoMerchants(starting, core) : undefined;
	const { dataDirectory } = config;
	const audit = await createAudit({ database, vault, clocks, dataDirectory, judgeLostHead: restored.judgeLostHead });
	await audit.start();
	// The next start seals the remaining events.
	const leftUnsealed = (error: unknown) => log.error({ err: error }, "the audit log was left unsealed");
	cleanups.push(() => audit.stop().catch(leftUnsealed));
	const renewal = createRenewalRun(payments, stopping, tracing && ownTraces(tracing, "renewal"));
	const isBankConnected = config.bankFiles !== undefined;
	const rails = createRails({ database, vault, clock: business, delayMs: config.demoRailDelayMs, isBankConnected });
	const transfers: Eft = { database, vault, clocks, rails };
	const mail = createMail(starting, core);
	const deliverer = createEventDeliverer(starting, core);
	const eventMover = createEventMover({
		database,
		clock: real,
		onQueued: deliverer.wake,
		onFailure: (error) => log.warn({ err: error }, "events will be moved later"),
		isPaused: () => !restored.isNormal,
	});
	cleanups.push(() => eventMover.stop());
	const credentialUse = createCredentialUse(database, business);
	const requestLog = createRequestLog({ database, clock: real });
	const failed = (what: string) => (error: unknown) => log.warn({ err: error }, what);
	// Both run after the last request.
	cleanups.push(() => credentialUse.write().catch(failed("last uses were not written")));
	cleanups.push(() => requestLog.write({ all: true }).catch(failed("requests were not recorded")));
	const { failedAttempts } = audit;
	const readOverviews: ReadOverviews = new Set();
	return {
		bank,
		payments,
		feeds,
		demo,
		audit,
		failedAttempts,
		renewal,
		transfers,
		mail,
		deliverer,
		eventMover,
		credentialUse,
		requestLog,
		readOverviews,
	};
}

const day = 24 * 3_600_000;

function startWork(starting: Starting, core: Core, parts: Awaited<ReturnType<typeof createParts>>) {
	const { config, log, ports, cleanups, metrics, stopping } = starting;
	const { database, clocks, restored, newestSeen, sandboxClock: clock } = core;
	const { business, real } = clocks;
	const { elapsedMs } = ports;
	const { mail, audit } = parts;
	const pausedWork = (work: BusinessWork) => pauseWhileRestored(restored, work, {});
	const mailWork = pausedWork(mail.work);
	const works = [
		...partsOf("works").flatMap((worksWith) => worksWith({ ...core, ...parts, unlessRestored: pausedWork })),
		// After the services' works: it settles their renewals and payments.
		pausedWork(demoEventWork(parts.payments)),
		...(ports.businessWorks?.(business) ?? []),
		// Mail comes last, at the business time of the work that queued it.
		...(mail.followsBusinessTime ? [mailWork] : []),
	];
	const lockConnections = clock && connect(starting, core.url, works.length + 1);
	const clockControl = clock &&
		lockConnections && { clock, move: createClockMover({ clock, real, lockConnections, works, stopping }) };
	const runShared = lockConnections && createSharedLock(lockConnections);
	const dueWorks = runShared ? works.map((work) => skippedDuringAdvance(work, runShared)) : works;
	const retention = {
		clock: createRetentionClock({ ...core, real, elapsedMs, log }),
		personalDataMs: config.personalDataDays * day,
		mailAheadMs: () => mailClock(starting, clocks).now() - real.now(),
	};
	const jobs: Job[] = [
		{ name: "newest seen", everyMs: 1_000, run: newestSeen.update },
		retentionJob({ database, ...retention, elapsedMs }),
		{ name: "erasure", everyMs: 10_000, run: (limit) => eraseDueCopies({ database, clocks }, limit) },
		auditJob(audit),
		...partsOf("jobs").flatMap((jobsWith) =>
			jobsWith({
				...core,
				...parts,
				elapsedMs,
				unlessRestored: (job) => pauseWhileRestored(restored, job, undefined),
			}),
		),
		// Follows other gateways, at most a second behind.
		...(clock ? [{ name: "clock", everyMs: 500, run: () => clock.follow() }] : []),
		...dueWorks.map(businessJob),
		...(mail.followsBusinessTime ? [] : [businessJob(mailWork)]),
	];
	const record = createJobRecord(jobs, elapsedMs);
	const repeated = repeatJobs(jobs, log, (run) => {
		record.note(run);
		metrics?.count("jobRuns", { name: run.name, result: run.isSuccess ? "success" : "failure" });
	});
	cleanups.push(() => repeated.stop());
	return { jobs: record, clockControl };
}
