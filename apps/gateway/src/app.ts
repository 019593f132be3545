import { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { auditListRoute } from "./audit/audit-list.route.ts";
import { frameRoute } from "./card-form/frame.route.ts";
import { originRoutes } from "./card-form/origins.route.ts";
import { sessionRoute as cardSessionRoute } from "./card-form/session.route.ts";
import { createStaffMerchantFinder } from "./card-form/virtual-terminal.ts";
import type { Clock } from "./clock.ts";
import { cardRoutes } from "./customers/cards/card.route.ts";
import type { IsCardInUse } from "./customers/cards/cards.ts";
import { customerRoutes } from "./customers/customer.route.ts";
import { customerListRoutes } from "./customers/customer-list.route.ts";
import type { Customer } from "./customers/tables.ts";
import type { Database } from "./db/database.ts";
import { linkedAccountRoutes } from "./eft/bank-accounts/linked-account.route.ts";
import type { Eft } from "./eft/eft.ts";
import { incomingRequestsRoute } from "./eft/requests/incoming-requests.route.ts";
import { payerPageRoutes } from "./eft/requests/payer-page.route.ts";
import { requestRoute } from "./eft/requests/request.route.ts";
import { staffRequestRoutes } from "./eft/requests/staff-request-page.route.ts";
import { depositRoute } from "./eft/transfers/deposit.route.ts";
import { eftTransactionRoutes } from "./eft/transfers/eft-transactions.route.ts";
import { sendRoute } from "./eft/transfers/send.route.ts";
import { balanceRoute } from "./eft/wallet/balance.route.ts";
import type { Admission } from "./http/admission.ts";
import { clientAddress } from "./http/client-address.ts";
import type { GatewayEnv } from "./http/gateway-env.ts";
import { limitInFlight } from "./http/limit-in-flight.ts";
import { answerProblems, refuseInvalid } from "./http/problem-response.ts";
import { requestContext } from "./http/request-context.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { answerUnknownRoutes } from "./http/unknown-route.ts";
import { accountLiveRoute } from "./merchants/processor-accounts/account-live.route.ts";
import { tokenKeyRoutes } from "./merchants/public-keys/token-keys.route.ts";
import type { TokenKeys } from "./merchants/public-keys/token-keys.ts";
import { settingsRoutes } from "./merchants/settings/settings.route.ts";
import { authorizeRoutes } from "./oauth/authorize/authorize.route.ts";
import type { AuthenticateClient } from "./oauth/clients/client-authentication.ts";
import { credentialRoutes } from "./oauth/clients/credentials.route.ts";
import { metadataRoutes } from "./oauth/metadata.route.ts";
import { partnerImageRoute } from "./oauth/partners/partner-image.route.ts";
import { partnerRoutes } from "./oauth/partners/partners.route.ts";
import type { AccessTokens } from "./oauth/token/access.ts";
import { revokeTokenRoutes } from "./oauth/token/revoke-token.route.ts";
import { tokenRoute } from "./oauth/token/token.route.ts";
import { createTokenAdmission } from "./oauth/token/token-admission.ts";
import { overviewRoute } from "./overview/overview.route.ts";
import { captureRoute } from "./payments/capture/capture.route.ts";
import { chargeRoutes } from "./payments/charge/charge.route.ts";
import type { Payments } from "./payments/payments.ts";
import { receiptRoute } from "./payments/receipts/receipt.route.ts";
import { refundRoute } from "./payments/refund/refund.route.ts";
import { exportRoute } from "./payments/reporting/export.route.ts";
import { paymentLifeRoute } from "./payments/reporting/payment-life.route.ts";
import { transactionListRoutes } from "./payments/reporting/transaction-list.route.ts";
import { transactionRoute } from "./payments/transaction.route.ts";
import { voidRoute } from "./payments/void/void.route.ts";
import { type ClockControl, clockRoutes } from "./sandbox/clock.route.ts";
import { mailboxRoutes } from "./sandbox/mailbox.route.ts";
import { invitationRoutes } from "./staff/invitations/invitation.route.ts";
import { accountRoutes } from "./staff/members/account.route.ts";
import { staffRoutes } from "./staff/members/members.route.ts";
import { createStaffAdmission, servicesFor } from "./staff/members/staff-admission.ts";
import { passwordResetRoutes } from "./staff/passwords/password-reset.route.ts";
import { secondFactorRoutes } from "./staff/second-factor/second-factor.route.ts";
import { requireStaff } from "./staff/sessions/require-session.ts";
import { sessionRoute } from "./staff/sessions/session.route.ts";
import { sessionListRoute } from "./staff/sessions/session-list.route.ts";
import { endSessionRoutes, signOutRoute } from "./staff/sessions/sign-out.route.ts";
import { signInRoutes } from "./staff/sign-in/sign-in.route.ts";
import type { SignInContext } from "./staff/sign-in/sign-in-context.ts";
import { subscriptionRoutes } from "./subscriptions/change/change.route.ts";
import { planRoutes } from "./subscriptions/plans/plan.route.ts";
import { planCustomersRoute } from "./subscriptions/plans/plan-customers.route.ts";
import { planListRoute } from "./subscriptions/plans/plan-list.route.ts";
import { attemptListRoute } from "./subscriptions/renewal/attempt-list.route.ts";
import { currentStatuses } from "./subscriptions/status.ts";
import { isCardInUse } from "./subscriptions/subscriptions.store.ts";
import type { Subscriptions } from "./subscriptions/subscriptions.ts";
import { wholeCustomer, wholeCustomers } from "./subscriptions/whole-customer.ts";
import { assetRoutes } from "./web/assets/assets.route.ts";
import { type BrowserFiles, readBrowserFiles } from "./web/assets/browser-files.ts";
import { type BuiltFiles, readBuiltFiles } from "./web/dashboard/built-files.ts";
import { pageRoutes } from "./web/dashboard/pages.route.ts";
import { docsRoutes, webApiDocumentRoute } from "./web/docs/docs.route.ts";
import { healthRoutes } from "./web/health/health.route.ts";

export interface AppOptions {
	database: Database;
	payments: Payments;
	eft: Eft;
	accessTokens: AccessTokens;
	authenticateClient: AuthenticateClient;
	/** Gives a merchant's pages another key to encrypt to. */
	replaceTokenKey: TokenKeys["replaceTokenKey"];
	/** The ways into the web application. */
	signInContext: SignInContext;
	log: Logger;
	publicUrl: string;
	trustedProxies: string[];
	/** What the sandbox alone has; `undefined` outside. */
	sandbox: ClockControl | undefined;
	renewNow: Subscriptions["renewNow"];
	/** The files that browsers load; read from the build when left out. */
	browserFiles?: BrowserFiles;
	/** The web application's files; read from the build when left out. */
	dashboardFiles?: BuiltFiles;
}

/** Below it stands what the web application calls. Every route there asks for a session, but for its description. */
const webApiPath = "/app/api";

/** The whole application: what every request passes, and every route there is. */
export function createApp(options: AppOptions): OpenAPIHono<GatewayEnv> {
	const { database, payments, accessTokens, authenticateClient, signInContext, log, publicUrl, sandbox } = options;
	const app = new OpenAPIHono<GatewayEnv>({ strict: false, defaultHook: refuseInvalid });

	app.use(requestContext(log));
	app.use(securityHeaders({ https: publicUrl.startsWith("https:") }));
	app.use(clientAddress({ trustedProxies: options.trustedProxies, allowPlainHttp: sandbox !== undefined }));
	answerProblems(app);

	const files = options.browserFiles ?? readBrowserFiles();
	const inFlight = limitInFlight();
	const tokens = createTokenAdmission(accessTokens, inFlight);
	healthRoutes(app, database);
	const authorization = { database, clocks: payments.clocks, accessTokens, authenticateClient };
	tokenRoute(app, authorization);
	revokeTokenRoutes(app, authorization);
	authorizeRoutes(app, signInContext);
	partnerImageRoute(app, database);
	metadataRoutes(app, publicUrl, accessTokens);
	serviceRoutes(app, options, tokens);
	assetRoutes(app, files);
	const findStaffMerchant = createStaffMerchantFinder(signInContext.sessions, publicUrl);
	frameRoute(app, { database, files, publicUrl, findStaffMerchant });
	cardSessionRoute(app, { database, clocks: payments.clocks, publicUrl, findStaffMerchant });
	staffPageRoutes(app, signInContext);
	const requesting = { ...options.eft, publicUrl };
	payerPageRoutes(app, requesting);
	staffRequestRoutes(app, requesting, signInContext);
	if (sandbox !== undefined) {
		mailboxRoutes(app, { database, publicUrl });
		clockRoutes(app, sandbox, tokens);
	}
	pageRoutes(app, options.dashboardFiles ?? readBuiltFiles(), signInContext);
	docsRoutes(app, publicUrl);
	webApiRoutes(app.basePath(webApiPath), options, inFlight);

	answerUnknownRoutes(app);
	return app;
}

/** The ways into the web application, page by page. */
function staffPageRoutes(app: OpenAPIHono<GatewayEnv>, signInContext: SignInContext): void {
	signInRoutes(app, signInContext);
	signOutRoute(app, signInContext);
	secondFactorRoutes(app, signInContext);
	passwordResetRoutes(app, signInContext);
	invitationRoutes(app, signInContext);
}

/** The services of the specification, for whomever this admits. */
function serviceRoutes(app: OpenAPIHono<GatewayEnv>, options: AppOptions, admission: Admission): void {
	const { database, payments } = options;
	const clock = businessClock(payments);
	customerServiceRoutes(app, options, { clock, admission });
	planRoutes(app, { plans: payments, admission });
	planListRoute(app, { database, vault: payments.vault, admission });
	chargeRoutes(app, payments, admission);
	captureRoute(app, payments, admission);
	refundRoute(app, payments, admission);
	voidRoute(app, payments, admission);
	transactionListRoutes(app, { database, vault: payments.vault, admission });
	transactionRoute(app, database, admission);
	eftRoutes(app, options, admission);
}

/** Wallets, and the money that comes to them and leaves them. */
function eftRoutes(app: OpenAPIHono<GatewayEnv>, { eft, publicUrl }: AppOptions, admission: Admission): void {
	balanceRoute(app, eft, admission);
	sendRoute(app, eft, admission);
	depositRoute(app, eft, admission);
	eftTransactionRoutes(app, eft, admission);
	requestRoute(app, eft, admission);
	incomingRequestsRoute(app, { ...eft, publicUrl }, admission);
}

/** Asked for the time when it is needed: registering routes needs nothing. */
function businessClock(payments: Payments): Clock {
	return { now: () => payments.clocks.business.now() };
}

/** What the merchant's web application calls: the same services, for signed-in staff, and what only people need. */
function webApiRoutes(
	webApi: OpenAPIHono<GatewayEnv>,
	options: AppOptions,
	inFlight: MiddlewareHandler<GatewayEnv>,
): void {
	const { database, payments } = options;
	const { vault, clocks } = payments;
	const admission = createStaffAdmission(requireStaff(options.signInContext), inFlight);
	const own = { signInContext: options.signInContext, admission };
	sessionRoute(webApi, own);
	sessionListRoute(webApi, own);
	endSessionRoutes(webApi, own);
	accountRoutes(webApi, own);
	staffRoutes(webApi, own);
	serviceRoutes(webApi, options, servicesFor(admission));
	paymentLifeRoute(webApi, { database, admission });
	exportRoute(webApi, { database, clocks, admission });
	receiptRoute(webApi, { database, clocks, admission });
	attemptListRoute(webApi, { database, vault, admission });
	originRoutes(webApi, { database, clocks, admission });
	partnerRoutes(webApi, { database, clocks, admission });
	auditListRoute(webApi, { database, vault, admission });
	tokenKeyRoutes(webApi, { database, clocks, replaceTokenKey: options.replaceTokenKey, admission });
	accountLiveRoute(webApi, { admission });
	overviewRoute(webApi, { database, clock: businessClock(payments), admission });
	settingsRoutes(webApi, { database, vault, clocks, admission });
	linkedAccountRoutes(webApi, { database, vault, clocks, ...own });
	credentialRoutes(webApi, { database, vault, clocks, admission });
	webApiDocumentRoute(webApi, options.publicUrl);
}

/** Customers, their cards and their subscriptions: every answer shows a customer with all of it. */
function customerServiceRoutes(
	app: OpenAPIHono<GatewayEnv>,
	{ database, payments, renewNow, sandbox }: AppOptions,
	{ clock, admission }: { clock: Clock; admission: Admission },
): void {
	const recordOf = (customer: Customer) => wholeCustomer(database, clock, customer);
	const recordsOf = (customers: Customer[]) => wholeCustomers(database, clock, customers);
	const isBilled: IsCardInUse = (transaction, card) => isCardInUse(transaction, card, currentStatuses);
	const lists = { database, vault: payments.vault, admission, recordsOf };
	customerRoutes(app, { database, clock, admission, recordOf });
	customerListRoutes(app, lists);
	planCustomersRoute(app, lists);
	cardRoutes(app, { cards: payments, admission, isBilled, recordOf });
	const followClock = sandbox && ((transaction: Database) => sandbox.clock.follow(transaction));
	subscriptionRoutes(app, { subscriptions: { ...payments, renewNow, followClock }, admission, recordOf });
}
