import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describedRoutes, fillPath, type Route, webApiDocument } from "../../../../../test/fixtures/api/routes.ts";
import { expectProblem, send, signIn } from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import {
	type StaffMember,
	type StaffRole,
	signInMember,
	staffRoles,
} from "../../../../../test/fixtures/staff/staff-member.ts";
import { mayDo, type Permission } from "../../../../merchants/src/permissions.ts";
import { newLookupId } from "../../../../platform/src/ids.ts";

// Tries every route of the web application with every role. A new route fails here until its permission is listed.

let gateway: TestGateway;
let routes: Route[];
let members: Record<StaffRole, StaffMember>;

beforeAll(async () => {
	gateway = await startTestGateway();
	routes = await describedRoutes(gateway.url, webApiDocument);
	const signedIn = staffRoles.map(async (role) => [role, await signInMember(gateway, { role })] as const);
	members = Object.fromEntries(await Promise.all(signedIn)) as typeof members;
});

afterAll(() => gateway.stop());

/** `everybody`: all signed-in staff; `anyone`: also without a session. */
const mayUse: Record<string, Permission | "everybody" | "anyone"> = {
	"GET /openapi.json": "anyone",
	"GET /overview": "transactions.read",
	"GET /settings": "settings.read",
	"PATCH /settings": "settings.write",
	"GET /settings/choices": "settings.read",
	"PUT /settings/logo": "settings.write",
	"DELETE /settings/logo": "settings.write",
	"GET /settings/bank-account": "wallet.read",
	"PUT /settings/bank-account": "bank_account.write",
	"DELETE /settings/bank-account": "bank_account.write",
	"GET /credentials": "settings.read",
	"POST /credentials": "credentials.write",
	"PATCH /credentials/{client_id}": "credentials.write",
	"DELETE /credentials/{client_id}": "credentials.write",
	"GET /keys": "settings.read",
	"POST /keys/rotate": "keys.write",
	"POST /keys/{key_id}/retire": "keys.write",
	"GET /origins": "settings.read",
	"POST /origins": "settings.write",
	"DELETE /origins": "settings.write",
	"GET /partners": "settings.read",
	"DELETE /partners/{client_id}": "partners.write",
	"GET /audit": "audit.read",
	"GET /audit/export.csv": "audit.read",
	"GET /request-log": "settings.read",
	"GET /event-service/event": "audit.read",
	"GET /event-service/event/{event_id}": "audit.read",
	"POST /event-service/event/{event_id}/resend": "credentials.write",
	"GET /event-service/endpoint": "settings.read",
	"POST /event-service/endpoint": "credentials.write",
	"GET /event-service/endpoint/{endpoint_id}": "settings.read",
	"PATCH /event-service/endpoint/{endpoint_id}": "credentials.write",
	"DELETE /event-service/endpoint/{endpoint_id}": "credentials.write",
	"POST /event-service/endpoint/{endpoint_id}/rotate-secret": "credentials.write",
	"POST /event-service/endpoint/{endpoint_id}/test": "credentials.write",
	"GET /event-service/endpoint/{endpoint_id}/delivery": "settings.read",
	"GET /account/live": "account.live",
	"GET /processor-accounts": "account.live",
	"POST /processor-accounts": "account.live",
	"POST /processor-accounts/{account_id}/change": "account.live",
	"POST /processor-accounts/{account_id}/verify": "account.live",
	"POST /processor-accounts/{account_id}/remove": "account.live",
	"GET /settings/send-limits": "wallet.read",
	"PATCH /settings/send-limits": "settings.write",
	"GET /wallet/approvals": "wallet.read",
	"POST /wallet/approvals/{transaction_id}/approve": "wallet.send",
	"POST /wallet/approvals/{transaction_id}/reject": "wallet.send",
	"POST /account/live": "account.live",
	"GET /transactions/{transaction_id}/history": "transactions.read",
	"POST /transactions/{transaction_id}/receipt": "receipt.send",
	"GET /customers/{customer_lookup_id}/export": "personal_data",
	"DELETE /customers/{customer_lookup_id}": "personal_data",
	"GET /customers/{customer_lookup_id}/totals": "transactions.read",
	"GET /subscriptions/{subscription_lookup_id}/attempts": "customers.read",
	"POST /customer-service/customer": "customers.write",
	"GET /customer-service/customer": "customers.read",
	"GET /customer-service/customer/{customer_lookup_id}": "customers.read",
	"PUT /customer-service/customer/{customer_lookup_id}": "customers.write",
	"GET /customer-service/customer/plan/{plan_lookup_id}": "customers.read",
	"POST /customer-service/customer/{customer_lookup_id}/card": "cards.write",
	"PATCH /customer-service/customer/{customer_lookup_id}/card/{card_lookup_id}": "cards.write",
	"DELETE /customer-service/customer/{customer_lookup_id}/card/{card_lookup_id}": "cards.write",
	"POST /customer-service/customer/{customer_lookup_id}/portal-session": "subscriptions.write",
	"POST /customer-service/customer/subscription": "subscriptions.write",
	"POST /customer-service/customer/{customer_lookup_id}/subscription": "subscriptions.write",
	"PATCH /customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}": "subscriptions.write",
	"GET /customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}": "customers.read",
	"POST /customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}/change-plan":
		"subscriptions.write",
	"GET /customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}/preview": "customers.read",
	"GET /customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}/payment":
		"transactions.read",
	"POST /plan-service/plan": "plans.write",
	"GET /plan-service/plan": "plans.read",
	"GET /plan-service/plan/{plan_lookup_id}": "plans.read",
	"PUT /plan-service/plan/{plan_lookup_id}": "plans.write",
	"DELETE /plan-service/plan/{plan_lookup_id}": "plans.write",
	"POST /transaction-service/sale": "charge",
	"POST /transaction-service/sale/token": "charge",
	"POST /transaction-service/sale/customer/{customer_lookup_id}": "charge",
	"POST /transaction-service/sale/customer/{customer_lookup_id}/card/{card_lookup_id}": "charge",
	"POST /transaction-service/authorize": "charge",
	"POST /transaction-service/authorize/customer/{customer_lookup_id}": "charge",
	"POST /transaction-service/authorize/customer/{customer_lookup_id}/card/{card_lookup_id}": "charge",
	"POST /transaction-service/capture/{transaction_id}": "capture",
	"POST /transaction-service/refund/{transaction_id}": "refund",
	"POST /transaction-service/void/{transaction_id}": "void",
	"GET /transaction-service/transaction": "transactions.read",
	"GET /transaction-service/transaction/user": "transactions.read",
	"GET /transaction-service/transaction/{transaction_id}": "transactions.read",
	"GET /transaction-service/transaction.csv": "reports.export",
	"POST /transaction-service/payment-link": "charge",
	"GET /transaction-service/payment-link": "transactions.read",
	"GET /transaction-service/payment-link/{lookup_id}": "transactions.read",
	"DELETE /transaction-service/payment-link/{lookup_id}": "charge",
	"POST /transaction-service/payment-link/{lookup_id}/send": "charge",
	"GET /transaction-service/settlement": "transactions.read",
	"GET /transaction-service/settlement/{settlement_id}": "transactions.read",
	"GET /transaction-service/settlement/{settlement_id}.csv": "reports.export",
	"GET /transaction-service/dispute": "transactions.read",
	"GET /transaction-service/dispute/{dispute_id}": "transactions.read",
	"POST /transaction-service/dispute/{dispute_id}/accept": "refund",
	"POST /transaction-service/dispute/{dispute_id}/evidence": "refund",
	"GET /transaction-service-vt/eft/balance": "wallet.read",
	"POST /transaction-service-vt/eft/send/{customer_lookup_id}": "wallet.send",
	"POST /transaction-service-vt/eft/bank-deposit": "wallet.send",
	"GET /transaction-service-vt/eft/transaction": "wallet.read",
	"GET /transaction-service-vt/eft/transaction/{transaction_id}": "wallet.read",
	"POST /transaction-service-vt/eft/request/{customer_lookup_id}": "wallet.request",
	"GET /transaction-service-vt/eft/incoming-requests": "wallet.read",
	"GET /session": "everybody",
	"POST /session/step-up": "everybody",
	"POST /session/step-up/passkey": "everybody",
	"POST /session/step-up/passkey/options": "everybody",
	"GET /sessions": "everybody",
	"DELETE /sessions": "everybody",
	"DELETE /sessions/{session_id}": "everybody",
	"POST /account/password": "everybody",
	"POST /account/second-factor": "everybody",
	"POST /account/second-factor/confirm": "everybody",
	"DELETE /account/second-factor": "everybody",
	"GET /account/passkeys": "everybody",
	"POST /account/passkeys/options": "everybody",
	"POST /account/passkeys": "everybody",
	"DELETE /account/passkeys/{passkey_id}": "everybody",
	"POST /account/recovery-codes": "everybody",
	"GET /staff": "staff.write",
	"POST /staff/invitations": "staff.write",
	"DELETE /staff/invitations/{invitation_id}": "staff.write",
	"PATCH /staff/{user_id}": "staff.write",
	"DELETE /staff/{user_id}": "staff.write",
	"GET /staff/{user_id}/clients": "staff.write",
};

const nameOf = ({ method, path }: Route) => `${method} ${path.replace("/app/api", "")}`;
const somePath = (route: Route) => fillPath(route, () => newLookupId()).replace("/app/api", "");

/** Routes that would end the session or change the requesting account; other tests cover them. */
const notTriedByThoseWhoMay = /^(?:DELETE|POST|PATCH) \/(?:session|sessions|account)\b(?!\/live)/;

describe("the routes of the web application", () => {
	test("are exactly those with a listed permission", () => {
		expect(routes.map(nameOf).sort()).toEqual(Object.keys(mayUse).sort());
	});

	test("X-44 refuse requests without a session", async () => {
		for (const route of routes.filter((one) => mayUse[nameOf(one)] !== "anyone")) {
			const answer = await send(`${gateway.url}/app/api${somePath(route)}`, { method: route.method });
			expect({ route: nameOf(route), status: answer.status }).toEqual({ route: nameOf(route), status: 401 });
		}
	});

	test("X-24 refuse bearer tokens, even those that the services accept", async () => {
		const client = await signIn(gateway.url, gateway.merchant);
		expect((await client.get("/transaction-service/transaction")).status).toBe(200);
		const headers = { Authorization: `Bearer ${client.token}` };
		for (const route of routes.filter((one) => mayUse[nameOf(one)] !== "anyone")) {
			const answer = await send(`${gateway.url}/app/api${somePath(route)}`, { method: route.method, headers });
			expect({ route: nameOf(route), status: answer.status }).toEqual({ route: nameOf(route), status: 401 });
		}
	});

	test.each(staffRoles)("X-51 allow exactly what the role of %s permits", async (role) => {
		for (const route of routes) {
			const may = mayBeUsedBy(role, nameOf(route));
			if (may && notTriedByThoseWhoMay.test(nameOf(route))) continue;
			// Every schema with a required field refuses an empty body, so admitted requests change little.
			const body = route.bodyType === "application/json" ? {} : undefined;
			const answer = await members[role].send(route.method, somePath(route), body);
			const isRefused = answer.status === 401 || answer.status === 403;
			expect({ route: nameOf(route), isRefused }).toEqual({ route: nameOf(route), isRefused: !may });
			if (!may) expectProblem(answer, 403, "FORBIDDEN");
		}
	});
});

function mayBeUsedBy(role: StaffRole, route: string): boolean {
	const isPrimaryOwner = role === "primary owner";
	const needed = mayUse[route] ?? "anyone";
	if (needed === "anyone" || needed === "everybody") return true;
	return mayDo({ role: isPrimaryOwner ? "owner" : role, isPrimaryOwner }, needed);
}
