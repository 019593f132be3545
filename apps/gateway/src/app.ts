import type { Customer } from "@cardseal/customers";
import { customerServiceRoutes } from "@cardseal/customers/gateway";
import { type Eft, eftPageRoutes, eftServiceRoutes, eftWebRoutes } from "@cardseal/eft/gateway";
import { type Deliverer, type EventMover, eventServiceRoutes, wakeAfterChanges } from "@cardseal/events/gateway";
import type { SignInContext } from "@cardseal/identity";
import {
	type AccessTokens,
	type AuthenticateClient,
	clientName,
	createServiceAdmission,
	createStaffAdmission,
	createTokenAdmission,
	findClientNames,
	oauthRoutes,
	oauthWebRoutes,
	requireStaff,
	staffName,
	staffPageRoutes,
	staffWebRoutes,
	stillSignedIn,
} from "@cardseal/identity/gateway";
import { type Admission, type MerchantLimits, withoutMode } from "@cardseal/merchants";
import {
	auditListRoutes,
	collectRequests,
	merchantWebRoutes,
	publicLogoRoute,
	type RequestLog,
	type TokenKeys,
} from "@cardseal/merchants/gateway";
import {
	authenticationPageRoutes,
	cardPageRoutes,
	linkPageRoutes,
	linkRoutes,
	merchantOfTicket,
	portalPageRoutes,
	portalSessionRoute,
} from "@cardseal/payers/gateway";
import type { Payments } from "@cardseal/payments";
import {
	currencyOf,
	overviewRoute,
	type ProcessorEventFeeds,
	paymentServiceRoutes,
	paymentWebRoutes,
	type ReadOverviews,
	receiptPageRoute,
	transactionRecordsAt,
	webhookRoute,
} from "@cardseal/payments/gateway";
import type { Database, TextMatch } from "@cardseal/platform/db";
import {
	answerInTime,
	answerProblems,
	answerUnknownRoutes,
	clientAddress,
	FixedPathRouter,
	limitDownloads,
	limitInFlight,
	readableAddress,
	refuseInvalid,
	requestContext,
	securityHeaders,
	separateFrames,
	withoutEmptyQuery,
} from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Resolve } from "@cardseal/platform/network";
import { observeRequests, traceRequests } from "@cardseal/platform/telemetry";
import {
	currentStatuses,
	findRenewed,
	isCardInUse,
	type Subscriptions,
	subscriptionServiceRoutes,
	subscriptionWebRoutes,
	wholeCustomer,
	wholeCustomers,
} from "@cardseal/subscriptions/gateway";
import type { DemoBank } from "@cardseal/vault";
import { OpenAPIHono } from "@hono/zod-openapi";
import { getPathNoStrict } from "hono/utils/url";
import { cardFormPlaceOf } from "./card-form/card-form-place.ts";
import { frameRoute } from "./card-form/frame.route.ts";
import type { FrameOrigins } from "./card-form/frame-origins.ts";
import { sessionRoute } from "./card-form/session.route.ts";
import { createStaffMerchantsFinder, type FindStaffMerchants } from "./card-form/virtual-terminal.ts";
import type { Config } from "./config.ts";
import { goingLiveRoutes } from "./going-live/going-live.route.ts";
import { personalDataRoutes } from "./personal-data/personal-data.route.ts";
import { refuseWhileRestored } from "./restore/refuse-while-restored.ts";
import type { RestoredMode } from "./restore/restored-mode.ts";
import { bankRoutes, separateBank } from "./sandbox/bank/bank.route.ts";
import { type ClockControl, clockRoutes } from "./sandbox/clock.route.ts";
import { mailboxRoutes } from "./sandbox/mailbox/mailbox.route.ts";
import { partsOf } from "./services.ts";
import { describeWebhooks, eventSchema } from "./start/event-objects.ts";
import type { Core } from "./start/open-core.ts";
import type { Starting } from "./start/starting.ts";
import { assetRoutes } from "./web/assets/assets.route.ts";
import { type BrowserFiles, readBrowserFiles } from "./web/assets/browser-files.ts";
import { type BuiltFiles, readBuiltFiles } from "./web/dashboard/built-files.ts";
import { pageRoutes } from "./web/dashboard/pages.route.ts";
import { docsRoutes, webApiDocumentRoute } from "./web/docs/docs.route.ts";
import { showFrontPage } from "./web/front-page.ts";
import { healthRoutes } from "./web/health/health.route.ts";
import { securityTxtRoute } from "./web/security-txt.route.ts";

export interface AppOptions
	extends Pick<Starting, "log" | "metrics" | "tracing" | "publicUrl">,
		Pick<Config, "security" | "trustedProxies">,
		Pick<Core, "database" | "processors" | "isDatabaseLost"> {
	/** The same database, or a replica that lags behind. */
	reports: Database;
	readOverviews: ReadOverviews;
	restored: Pick<RestoredMode, "isNormal" | "requireNormal">;
	payments: Payments;
	feeds: ProcessorEventFeeds;
	transfers: Eft;
	eventMover: EventMover;
	deliverer: Pick<Deliverer, "wake">;
	resolveName: Resolve;
	accessTokens: AccessTokens;
	authenticateClient: AuthenticateClient;
	replaceTokenKey: TokenKeys["replaceTokenKey"];
	signInContext: SignInContext;
	frameOrigins: FrameOrigins;
	/** `undefined` outside the sandbox. */
	sandbox: Sandbox | undefined;
	/** False outside the sandbox without SMTP_URL. */
	sendsMail: boolean;
	renewNow: Subscriptions["renewNow"];
	requestLog: Pick<RequestLog, "note">;
	/** The files of the last build by default. */
	browserFiles?: BrowserFiles;
	dashboardFiles?: BuiltFiles;
}

interface Sandbox extends ClockControl {
	mailboxToken: string;
	/** The only origin on this machine for webhooks; `undefined` if no other machine reaches the sandbox. */
	onlyLocalOrigin: string | undefined;
	/** `undefined` if no payer can reach one. */
	bank: DemoBank | undefined;
}

const webApiPath = "/app/api";

/** A move of the sandbox's clock waits for all due work. */
const longRequests = ["/sandbox/clock", "/sandbox/clock/"];

export function createApp(options: AppOptions): OpenAPIHono<GatewayEnv> {
	const { log, publicUrl, trustedProxies, sandbox } = options;
	const app = new OpenAPIHono<GatewayEnv>({
		router: new FixedPathRouter(),
		getPath: (request) => withoutMode(getPathNoStrict(request)),
		defaultHook: refuseInvalid,
	});
	app.use(requestContext(log, publicUrl));
	if (options.metrics !== undefined) app.use(observeRequests(options.metrics));
	app.use(collectRequests(options.requestLog));
	app.use(wakeAfterChanges(options.eventMover));
	app.use(answerInTime({ except: longRequests }));
	app.use(securityHeaders({ https: publicUrl.startsWith("https:") }));
	app.use(separateFrames(options.frameOrigins));
	if (sandbox?.bank !== undefined) app.use(separateBank(sandbox.bank.url));
	app.use(clientAddress({ trustedProxies, allowPlainHttp: sandbox !== undefined }));
	if (options.tracing !== undefined) app.use(traceRequests(options.tracing));
	answerProblems(app);
	app.use(refuseWhileRestored(options.restored));
	app.use(readableAddress);
	app.use(withoutEmptyQuery);

	const limits = { inFlight: limitInFlight(), downloads: limitDownloads() };
	publicRoutes(app, options, limits);
	webApiRoutes(app.basePath(webApiPath), options, limits);
	answerUnknownRoutes(app, showFrontPage);
	return app;
}

function publicRoutes(app: OpenAPIHono<GatewayEnv>, options: AppOptions, limits: MerchantLimits): void {
	const { database, accessTokens, signInContext, publicUrl, frameOrigins, sandbox } = options;
	const { clocks } = options.payments;
	const admission = createTokenAdmission(accessTokens, limits);
	const files = options.browserFiles ?? readBrowserFiles();
	const dashboardFiles = options.dashboardFiles ?? readBuiltFiles();
	const { own } = frameOrigins;
	const payers = {
		payments: options.payments,
		subscriptions: subscriptionsOf(options),
		transfers: options.transfers,
	};
	const findStaff = createStaffMerchantsFinder({ ...signInContext, own });
	// The gateway's pages for payers are no registered origins either.
	const findStaffMerchants: FindStaffMerchants = async ({ origin, ticket }) => {
		const merchantId = origin === own && ticket !== undefined ? await merchantOfTicket(payers, ticket) : undefined;
		return merchantId === undefined ? findStaff({ origin, ticket }) : [merchantId];
	};
	oauthRoutes(app, { ...options, clocks });
	serviceRoutes(app, options, { admission, textMatch: "whole" });
	describeWebhooks(app);
	const cardForm = { database, clocks, files, origins: frameOrigins, findStaffMerchants };
	frameRoute(app, cardForm);
	sessionRoute(app, cardForm);
	webhookRoute(app, options.payments, options.feeds);
	linkPageRoutes(app, payers, cardFormPlaceOf(frameOrigins));
	cardPageRoutes(app, payers, cardFormPlaceOf(frameOrigins));
	portalPageRoutes(app, payers, { place: cardFormPlaceOf(frameOrigins), signInContext });
	publicLogoRoute(app, database);
	receiptPageRoute(app, options.payments);
	staffPageRoutes(app, { ...signInContext, scriptOf: dashboardFiles.scriptOf });
	authenticationPageRoutes(app, payers);
	eftPageRoutes(app, { ...options.transfers, publicUrl }, signInContext);
	if (sandbox !== undefined) {
		mailboxRoutes(app, { database, publicUrl, admission, token: sandbox.mailboxToken });
		clockRoutes(app, sandbox, admission);
		if (sandbox.bank !== undefined) bankRoutes(app, { database, bank: sandbox.bank });
	}
	healthRoutes(app, options);
	assetRoutes(app, files);
	pageRoutes(app, dashboardFiles, signInContext);
	docsRoutes(app, publicUrl);
	securityTxtRoute(app, { ...options, clock: clocks.real });
}

function webApiRoutes(webApi: OpenAPIHono<GatewayEnv>, options: AppOptions, limits: MerchantLimits): void {
	const { database, payments, signInContext, replaceTokenKey, sandbox } = options;
	const { vault, clocks } = payments;
	const admission = createStaffAdmission({
		requireStaff: requireStaff(signInContext),
		stillSignedIn: stillSignedIn(signInContext),
		limits,
	});
	const context = { database, vault, clocks, signInContext, admission };
	staffWebRoutes(webApi, context);
	serviceRoutes(webApi, options, { admission: createServiceAdmission(admission), textMatch: "part" });
	paymentWebRoutes(webApi, {
		...context,
		findRenewed: (merchantId, transactionId) => findRenewed(database, merchantId, transactionId),
	});
	subscriptionWebRoutes(webApi, context);
	auditListRoutes(webApi, {
		...context,
		names: {
			objects: partsOf("namedObjects").flat(),
			staffEvents: partsOf("staffEvents").flat(),
			staffName,
			clientName,
			currencyOf,
		},
	});
	personalDataRoutes(webApi, context);
	merchantWebRoutes(webApi, {
		...context,
		findClientNames,
		replaceTokenKey,
		processors: options.processors,
		publicUrl: options.publicUrl,
		isSandbox: sandbox !== undefined,
		processorTimeoutMs: payments.processorTimeoutMs,
	});
	goingLiveRoutes(webApi, { ...context, isSandbox: sandbox !== undefined, sendsMail: options.sendsMail });
	overviewRoute(webApi, {
		...context,
		reports: options.reports,
		clock: clocks.business,
		readOverviews: options.readOverviews,
	});
	eftWebRoutes(webApi, context);
	oauthWebRoutes(webApi, context);
	webApiDocumentRoute(webApi, options.publicUrl);
}

function serviceRoutes(
	app: OpenAPIHono<GatewayEnv>,
	options: AppOptions,
	{ admission, textMatch }: { admission: Admission; textMatch: TextMatch },
): void {
	const { database, reports, payments, feeds, transfers, sandbox, publicUrl } = options;
	const clock = payments.clocks.business;
	// Every route that returns a customer includes its cards and subscriptions.
	const customers = {
		database,
		vault: payments.vault,
		clock,
		admission,
		textMatch,
		subscriptionStatuses: currentStatuses,
		recordOf: (customer: Customer, transaction = database) => wholeCustomer(transaction, clock, customer),
		recordsOf: (several: Customer[]) => wholeCustomers(database, clock, several),
	};
	const isCardCharged = (transaction: Database, card: string) => isCardInUse(transaction, card, currentStatuses);
	const subscriptions = subscriptionsOf(options);
	// The documentation shows the services in this order.
	customerServiceRoutes(app, { ...customers, cards: payments, isCardInUse: isCardCharged });
	portalSessionRoute(app, { payments }, admission);
	subscriptionServiceRoutes(app, { ...customers, subscriptions, plans: payments });
	paymentServiceRoutes(app, { payments, reports, feeds, admission, textMatch });
	linkRoutes(app, { payments, transfers }, admission);
	eftServiceRoutes(app, { ...transfers, publicUrl, textMatch }, admission);
	eventServiceRoutes(app, {
		database,
		vault: payments.vault,
		clocks: payments.clocks,
		transactionRecordsAt,
		deliverer: options.deliverer,
		admission,
		eventSchema,
		isSandbox: sandbox !== undefined,
		onlyLocalOrigin: sandbox?.onlyLocalOrigin,
		resolve: options.resolveName,
	});
}

function subscriptionsOf({ payments, renewNow, sandbox }: AppOptions): Subscriptions {
	const followClock = sandbox && ((transaction: Database) => sandbox.clock.follow(transaction));
	return { ...payments, renewNow, followClock };
}
