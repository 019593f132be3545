import { createSerialQueue } from "@cardseal/batch";
import { startEmbeddedDatabase } from "@cardseal/local-postgres";
import { createKeyRotation, createVault, DemoProcessor, type Fault, type Processor, type Vault } from "@cardseal/vault";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import { createAudit } from "./audit/audit.ts";
import { auditJob } from "./audit/seal.job.ts";
import { createSessionLookup } from "./card-form/session.ts";
import { createCardTestingProtection } from "./card-testing/protection.ts";
import { type Clock, type Clocks, systemClock } from "./clock.ts";
import { type Config, ConfigError } from "./config.ts";
import { createChargeableCardLookup } from "./customers/cards/cards.store.ts";
import { type Database, openDatabase } from "./db/database.ts";
import { migrateToLatest } from "./db/migrate.ts";
import { forgetAccountsJob } from "./eft/bank-accounts/forget-accounts.job.ts";
import { readDueAccountMail } from "./eft/bank-accounts/notify-owners.ts";
import type { Eft } from "./eft/eft.ts";
import { createRails } from "./eft/rails/rails.ts";
import { readDueRequests } from "./eft/requests/due-requests.ts";
import { requestExpiryWork } from "./eft/requests/expire-requests.job.ts";
import { railWork } from "./eft/transfers/rail.job.ts";
import { type Fetch, type Listening, listen } from "./http/server.ts";
import { createStartupApp } from "./http/startup-app.ts";
import { randomFraction } from "./ids.ts";
import { businessJob } from "./jobs/business.job.ts";
import type { BusinessWork } from "./jobs/business-work.ts";
import { type Job, repeatJobs } from "./jobs/repeat.ts";
import type { Mailer } from "./mail/mail.ts";
import { mailWork } from "./mail/mail-work.ts";
import { createMailboxMailer } from "./mail/mailbox.ts";
import { noMailer } from "./mail/no-mailer.ts";
import { smtpMailer } from "./mail/smtp-mailer.ts";
import { readSmtpUrl } from "./mail/smtp-settings.ts";
import { type MasterKeyOptions, readMasterKey, readMasterKeys } from "./master-key.ts";
import type { Merchant } from "./merchants/merchant.ts";
import { hasLiveMerchant } from "./merchants/merchants.store.ts";
import type { TokenKeys } from "./merchants/public-keys/token-keys.ts";
import { createClientAuthentication } from "./oauth/clients/client-authentication.ts";
import { credentialUseJob } from "./oauth/clients/credential-use.job.ts";
import { type CredentialUse, createCredentialUse } from "./oauth/clients/credential-use.ts";
import { createAccessTokens } from "./oauth/token/access.ts";
import type { Payments } from "./payments/payments.ts";
import { readDueReceipts, readDueReceiptsAgain } from "./payments/receipts/due-receipts.ts";
import { recoveryJob } from "./payments/recovery/recovery.job.ts";
import { transactionWriter } from "./payments/submission/transaction-writer.ts";
import { Problem } from "./problem.ts";
import { retentionJob } from "./retention.job.ts";
import { type DemoFile, demoFileOf, writeDemoFile } from "./sandbox/demo-file.ts";
import { createClockMover, skippedDuringAdvance } from "./sandbox/move-clock.ts";
import { createSandboxClock, followClockJob, type SandboxClock } from "./sandbox/sandbox-clock.ts";
import { seedSandbox } from "./sandbox/seed.ts";
import { readDueInvitations, readDueResets, readDueSecurityMail } from "./staff/notices/due-staff-mail.ts";
import { createSignInContext, type SignInContext, type SignInContextOptions } from "./staff/sign-in/sign-in-context.ts";
import { cardExpiryWork } from "./subscriptions/notices/card-expiry.ts";
import { readDueCardExpiring, readDuePaymentFailed, readDueSuspended } from "./subscriptions/notices/due-notices.ts";
import { createRenewalRun } from "./subscriptions/renewal/renewal-run.ts";

/** What tests put in place of the outside world. */
export interface Ports {
	clocks?: Clocks;
	/** Draws what goes wrong between us and the demo processor. */
	processorFault?: () => Fault | undefined;
	/** Takes live merchants' charges. */
	liveProcessor?: Processor;
	/** Further work that follows the business clock. */
	businessWorks?: (clock: Clock) => BusinessWork[];
}

export interface Gateway {
	publicUrl: string;
	port: number;
	/** In the sandbox: what `demo.json` holds, and where that file is. */
	demo: { file: string; content: DemoFile } | undefined;
	/** Lets what runs finish, then stops; may be called more than once. */
	stop(): Promise<void>;
}

interface Starting {
	config: Config;
	log: Logger;
	ports: Ports;
	publicUrl: string;
	/** What stopping has to undo, newest first. */
	cleanups: (() => Promise<void>)[];
	/** Aborted when the gateway stops, before it waits for its jobs. */
	stopping: AbortSignal;
}

/** How much longer than the processor's time limit running requests may take to finish when we stop. */
const stopGraceMs = 5_000;

/**
 * Starts the gateway: it answers `/healthz` at once, and everything else as soon as database and vault are open.
 *
 * @throws ConfigError for settings that cannot work, and whatever the database or the network throws; nothing of it
 * keeps running then
 */
export async function startGateway(config: Config, log: Logger, ports: Ports = {}): Promise<Gateway> {
	let fetch = createStartupApp(log).fetch as Fetch;
	const { port, host, tls } = config;
	const server = await listen({ port, host, tls, fetch: (request, env) => fetch(request, env), log });
	const publicUrl = config.publicUrl ?? `${tls === undefined ? "http" : "https"}://localhost:${server.port}`;
	const stopping = new AbortController();
	const starting: Starting = { config, log, ports, publicUrl, cleanups: [], stopping: stopping.signal };
	const stop = onlyOnce(() => {
		stopping.abort();
		return stopAll(server, starting);
	});
	try {
		const { app, demo } = await openEverything(starting);
		fetch = app.fetch as Fetch;
		return { publicUrl, port: server.port, demo, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

async function openEverything(starting: Starting) {
	const { config, log, publicUrl } = starting;
	const url = await openMigratedDatabase(starting);
	const database = openConnections(starting, url, config.databaseConnections);
	if (config.sandbox && (await hasLiveMerchant(database))) {
		throw new ConfigError("SANDBOX must be 0: this database has a live merchant, whose money is real");
	}
	const { clocks, sandboxClock } = await openClocks(starting, database);
	const { business, real } = clocks;
	const vault = await createVault({
		database: database.withTables(),
		...(await openMasterKeys(config, { createWhenMissing: config.sandbox })),
		businessNow: () => business.now(),
		realNow: () => real.now(),
		findSession: createSessionLookup(database),
	});
	const payments = openPayments(starting, database, vault, clocks);
	const demo = config.sandbox ? await openSandbox(starting, database, vault, clocks) : undefined;
	const audit = await openAuditLog(starting, database, vault, clocks);
	const renewal = createRenewalRun(payments, starting.stopping);
	const eft = openEft(starting, database, vault, clocks);
	// Mail comes last: what the others queue is sent at the time it is about.
	const works = [
		renewal.work,
		cardExpiryWork({ database, clock: business }),
		railWork(eft),
		requestExpiryWork({ database, clocks }),
		openMail(starting, database, vault, clocks),
		...(starting.ports.businessWorks?.(business) ?? []),
	];
	const sandbox = sandboxClock && openClockControl(starting, { url, sandboxClock, real, works });
	const use = openCredentialUse(starting, database, business);
	startJobs(starting, [
		credentialUseJob(use),
		recoveryJob(payments),
		retentionJob(database, { real, mail: mailClock(starting, clocks) }),
		forgetAccountsJob({ database, vault, businessClock: business }),
		auditJob(audit),
		...(sandbox?.jobs ?? works.map(businessJob)),
	]);
	const app = createApp({
		database,
		payments,
		eft,
		renewNow: renewal.renewNow,
		accessTokens: createAccessTokens({ vault, database, clock: real, publicUrl, use }),
		authenticateClient: createClientAuthentication({ vault, database, failedAttempts: audit.failedAttempts }),
		replaceTokenKey: tokenKeyReplacer(starting, database, real),
		signInContext: createStaffSignIn(starting, { database, vault, clocks, failedAttempts: audit.failedAttempts }),
		log,
		publicUrl,
		trustedProxies: config.trustedProxies,
		sandbox,
	});
	return { app, demo };
}

/** The master key, and how to read it again, with the next one, while it is rotated. */
async function openMasterKeys(
	{ masterKeyFile, nextMasterKeyFile, sandbox }: Config,
	{ createWhenMissing }: Pick<MasterKeyOptions, "createWhenMissing">,
) {
	const mustBePrivate = !sandbox;
	return {
		masterKey: await readMasterKey({ file: masterKeyFile, createWhenMissing, mustBePrivate }),
		readMasterKeys: () => readMasterKeys([masterKeyFile, nextMasterKeyFile], { mustBePrivate }),
	};
}

function openCredentialUse({ log, cleanups }: Starting, database: Database, clock: Clock): CredentialUse {
	const use = createCredentialUse(database, clock);
	// After the last request: what it used is written down, too. Without the database there is nowhere to write it.
	cleanups.push(() => use.write().catch((error: unknown) => log.warn({ err: error }, "last uses were not written")));
	return use;
}

function startJobs({ log, cleanups }: Starting, jobs: Job[]): void {
	const repeated = repeatJobs(jobs, log);
	cleanups.push(() => repeated.stop());
}

/** What they do after an answer ends before the database is closed. */
function createStaffSignIn(
	{ config, log, publicUrl, cleanups }: Starting,
	books: Pick<SignInContextOptions, "database" | "vault" | "clocks" | "failedAttempts">,
): SignInContext {
	const signInContext = createSignInContext({ ...books, log, publicUrl, isSandbox: config.sandbox });
	cleanups.push(() => signInContext.deferredWork.settled());
	return signInContext;
}

/** Returns the database's URL. */
async function openMigratedDatabase({ config, log, cleanups }: Starting): Promise<string> {
	let url = config.databaseUrl;
	if (url === undefined) {
		const embedded = await startEmbeddedDatabase({
			dataDirectory: config.dataDirectory,
			log: (message) => log.info({ database: message }),
		});
		cleanups.push(() => embedded.stop());
		url = embedded.url;
	}
	await migrateToLatest(url);
	return url;
}

function openConnections({ log, cleanups }: Starting, url: string, maximumConnections: number): Database {
	const database = openDatabase({
		url,
		maximumConnections,
		onConnectionLost: (error) => log.warn({ err: error }, "lost a database connection"),
	});
	cleanups.push(() => database.destroy());
	return database;
}

/** Business time is real time, but in the sandbox. */
async function openClocks({ config, ports }: Starting, database: Database) {
	const clocks = ports.clocks ?? { business: systemClock, real: systemClock };
	if (!config.sandbox) return { clocks, sandboxClock: undefined };
	const sandboxClock = await createSandboxClock(database, clocks.business);
	return { clocks: { business: sandboxClock, real: clocks.real }, sandboxClock };
}

interface ClockControlOptions {
	url: string;
	sandboxClock: SandboxClock;
	real: Clock;
	works: BusinessWork[];
}

/** Creates the control of the sandbox's clock, and its jobs. */
function openClockControl(starting: Starting, { url, sandboxClock, real, works }: ClockControlOptions) {
	const lockConnections = openConnections(starting, url, works.length + 1);
	const move = createClockMover({ clock: sandboxClock, real, lockConnections, works, stopping: starting.stopping });
	const jobs = works.map((work) => businessJob(skippedDuringAdvance(work, lockConnections)));
	return { clock: sandboxClock, move, jobs: [followClockJob(sandboxClock), ...jobs] };
}

/** One of the two powers over keys that a gateway has: a merchant's own pages get another. Destroying is in `keys/`. */
function tokenKeyReplacer({ config }: Starting, database: Database, real: Clock): TokenKeys["replaceTokenKey"] {
	return async (merchantId) => {
		const rotation = await createKeyRotation({
			database: database.withTables(),
			...(await openMasterKeys(config, { createWhenMissing: false })),
			now: () => real.now(),
			onProgress: () => undefined,
		});
		await rotation.rotate({ purpose: "card_token", merchantId });
	};
}

function openPayments({ config, log, ports }: Starting, database: Database, vault: Vault, clocks: Clocks): Payments {
	// On one queue, so that all three are few and large. A live charge may so wait for demo charges, but never for long.
	const queue = createSerialQueue();
	const demoProcessor = new DemoProcessor({
		database: database.withTables(),
		queue,
		now: () => clocks.business.now(),
		...(ports.processorFault && { faultOf: ports.processorFault }),
	});
	// The sandbox's rules must never decide about real money (rule X-55).
	const processors: Record<Merchant["mode"], Processor | undefined> = {
		demo: demoProcessor,
		live: ports.liveProcessor,
	};
	return {
		database,
		writer: transactionWriter(database, queue),
		findChargeableCard: createChargeableCardLookup(database),
		vault,
		clocks,
		cardTesting: createCardTestingProtection({ database, vault, clock: clocks.real, log }),
		log,
		processorTimeoutMs: config.processorTimeoutMs,
		processorFor(merchant: Merchant) {
			const processor = processors[merchant.mode];
			if (processor !== undefined) return processor;
			throw new Problem("UNAVAILABLE", "No processor is connected for live merchants yet. Nothing was charged.");
		},
		processorNamed(name) {
			const processor = Object.values(processors).find((one) => one?.name === name);
			if (processor !== undefined) return processor;
			throw new Error(`There is no processor named ${name}.`);
		},
	};
}

function openEft({ config }: Starting, database: Database, vault: Vault, clocks: Clocks): Eft {
	const rails = createRails({
		database,
		vault,
		clock: clocks.business,
		delayMs: config.demoRailDelayMs,
		isBankConnected: config.bankFiles !== undefined,
	});
	return { database, vault, clocks, rails };
}

function openMail(starting: Starting, database: Database, vault: Vault, clocks: Clocks): BusinessWork {
	const { log, cleanups, stopping, publicUrl } = starting;
	const links = { vault, publicUrl };
	const host = new URL(starting.publicUrl).hostname;
	const mailer = openMailer(starting, database, clocks, host);
	cleanups.push(async () => mailer.close());
	const readers = {
		receipt: readDueReceipts,
		receipt_again: readDueReceiptsAgain,
		payment_failed: readDuePaymentFailed,
		subscription_suspended: readDueSuspended,
		card_expiring: readDueCardExpiring,
		staff_invitation: readDueInvitations(links),
		password_reset: readDueResets(links),
		account_security: readDueSecurityMail(links),
		eft_request: readDueRequests(links),
		bank_account_changed: readDueAccountMail(links),
	};
	const clock = mailClock(starting, clocks);
	const sending = { database, readers, mailer, clock, random: randomFraction, host, log, stopping };
	return mailWork({ ...sending, followsBusinessTime: clock === clocks.business });
}

/** Real mail has real addressees: their hourly limits are not to be got round by moving the clock. */
function mailClock({ config }: Starting, clocks: Clocks): Clock {
	return config.smtpUrl === undefined ? clocks.business : clocks.real;
}

function openMailer({ config, log }: Starting, database: Database, clocks: Clocks, host: string): Mailer {
	const { smtpUrl, mailFrom: sender = `receipts@${host}`, sandbox } = config;
	if (smtpUrl !== undefined) return smtpMailer({ settings: readSmtpUrl(smtpUrl), sender, clock: clocks.real });
	if (sandbox) return createMailboxMailer(database, clocks.business);
	log.warn("SMTP_URL is not set: no mail is sent");
	return noMailer;
}

async function openSandbox({ config, publicUrl }: Starting, database: Database, vault: Vault, clocks: Clocks) {
	const shopUrl = `http://localhost:${config.shopPort}`;
	const partnerRedirectUri = `${shopUrl}/partner/callback`;
	// Both names of this machine: whoever types the other one into the browser gets the same shop.
	const shopOrigins = [shopUrl, `http://127.0.0.1:${config.shopPort}`].map((url) => new URL(url).origin);
	const seed = await seedSandbox({ database, vault, clocks, partnerRedirectUri, shopOrigins });
	const content = demoFileOf(seed, { publicUrl, shopUrl, partnerRedirectUri });
	return { content, file: await writeDemoFile(config.dataDirectory, content) };
}

/** Says in the log from when to when it is written. */
async function openAuditLog({ config, log, cleanups }: Starting, database: Database, vault: Vault, clocks: Clocks) {
	const audit = await createAudit({ database, vault, clocks, dataDirectory: config.dataDirectory });
	await audit.start();
	// Without the database there is nowhere to say it; what is left is sealed after the next start.
	const stop = () =>
		audit.stop().catch((error: unknown) => log.error({ err: error }, "the audit log was left unsealed"));
	cleanups.push(stop);
	return audit;
}

async function stopAll(server: Listening, { config, cleanups }: Starting): Promise<void> {
	await server.close(config.processorTimeoutMs + stopGraceMs);
	for (const cleanup of cleanups.reverse()) await cleanup();
}

function onlyOnce(action: () => Promise<void>): () => Promise<void> {
	let done: Promise<void> | undefined;
	return () => {
		done ??= action();
		return done;
	};
}
