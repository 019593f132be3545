import type { SignInContext } from "@cardseal/identity";
import type { Admission } from "@cardseal/merchants";
import type { TextMatch } from "@cardseal/platform/db";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { approvalRoutes } from "./approvals/approvals.route.ts";
import { type LinkedAccountRouteOptions, linkedAccountRoutes } from "./bank-accounts/linked-account.route.ts";
import type { EftPages } from "./eft.ts";
import { incomingRequestsRoute } from "./requests/incoming-requests.route.ts";
import { payerPageRoutes } from "./requests/payer-page.route.ts";
import { requestPaymentRoute } from "./requests/request-payment.route.ts";
import { staffRequestRoutes } from "./requests/staff-request-page.route.ts";
import { sendLimitRoutes } from "./send-limits/send-limits.route.ts";
import { depositRoute } from "./transfers/deposit.route.ts";
import { eftTransactionRoutes } from "./transfers/eft-transactions.route.ts";
import { sendRoute } from "./transfers/send.route.ts";
import { balanceRoute } from "./wallet/balance.route.ts";

export function eftServiceRoutes(
	app: OpenAPIHono<GatewayEnv>,
	eft: EftPages & { textMatch: TextMatch },
	admission: Admission,
): void {
	balanceRoute(app, eft, admission);
	sendRoute(app, eft, admission);
	depositRoute(app, eft, admission);
	eftTransactionRoutes(app, eft, admission);
	requestPaymentRoute(app, eft, admission);
	incomingRequestsRoute(app, eft, admission);
}

export function eftPageRoutes(app: OpenAPIHono<GatewayEnv>, eft: EftPages, signIn: SignInContext): void {
	payerPageRoutes(app, eft);
	staffRequestRoutes(app, eft, signIn);
}

export function eftWebRoutes(webApi: OpenAPIHono<GatewayEnv>, options: LinkedAccountRouteOptions): void {
	linkedAccountRoutes(webApi, options);
	sendLimitRoutes(webApi, options);
	approvalRoutes(webApi, options);
}
