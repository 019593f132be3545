import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "../fixtures/audit-events.ts";
import { expectProblem, type JsonObject, send } from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { type StaffBrowser, signInStaff } from "../fixtures/staff/staff-browser.ts";

// A stolen session cookie, without the password, against every route of the web application that changes something. The
// routes come from the application's own description, so a new route without a decision fails here.

/** Routes that refuse every request of a session without step-up. */
const always = [
	"DELETE /account/passkeys/{passkey_id}",
	"DELETE /account/second-factor",
	"DELETE /customers/{customer_lookup_id}",
	"DELETE /settings/bank-account",
	"DELETE /settings/logo",
	"DELETE /staff/{user_id}",
	"PATCH /credentials/{client_id}",
	"PATCH /event-service/endpoint/{endpoint_id}",
	"PATCH /settings",
	"PATCH /settings/send-limits",
	"PATCH /staff/{user_id}",
	"POST /account/live",
	"POST /account/passkeys",
	"POST /account/passkeys/options",
	"POST /account/recovery-codes",
	"POST /account/second-factor",
	"POST /account/second-factor/confirm",
	"POST /credentials",
	"POST /event-service/endpoint",
	"POST /event-service/endpoint/{endpoint_id}/rotate-secret",
	"POST /keys/rotate",
	"POST /keys/{key_id}/retire",
	"POST /origins",
	"POST /processor-accounts",
	"POST /processor-accounts/{account_id}/change",
	"POST /processor-accounts/{account_id}/remove",
	"POST /staff/invitations",
	"POST /transaction-service-vt/eft/bank-deposit",
	"POST /transaction-service/dispute/{dispute_id}/accept",
	"POST /transaction-service/dispute/{dispute_id}/evidence",
	"POST /wallet/approvals/{transaction_id}/approve",
	"POST /wallet/approvals/{transaction_id}/reject",
	"PUT /settings/bank-account",
	"PUT /settings/logo",
];

/** Routes that need it for some requests; their own tests are named. */
const sometimes = {
	"POST /transaction-service-vt/eft/send/{customer_lookup_id}": "send-limits.db.test.ts",
};

/** Routes without step-up, by the reason. */
const never: Record<string, string[]> = {
	"asks for the password or a passkey itself": [
		"POST /session/step-up",
		"POST /session/step-up/passkey",
		"POST /session/step-up/passkey/options",
		"POST /account/password",
	],
	"takes access away": [
		"DELETE /credentials/{client_id}",
		"DELETE /event-service/endpoint/{endpoint_id}",
		"DELETE /origins",
		"DELETE /partners/{client_id}",
		"DELETE /sessions",
		"DELETE /sessions/{session_id}",
		"DELETE /staff/invitations/{invitation_id}",
	],
	"charges payers for the merchant": [
		"DELETE /transaction-service/payment-link/{lookup_id}",
		"POST /transaction-service/payment-link",
		"POST /transaction-service/payment-link/{lookup_id}/send",
		"PATCH /customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}",
		"POST /customer-service/customer/subscription",
		"POST /customer-service/customer/{customer_lookup_id}/subscription",
		"POST /customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}/change-plan",
		"POST /transaction-service/authorize",
		"POST /transaction-service/authorize/customer/{customer_lookup_id}/card/{card_lookup_id}",
		"POST /transaction-service/authorize/customer/{customer_lookup_id}",
		"POST /transaction-service/capture/{transaction_id}",
		"POST /transaction-service/sale",
		"POST /transaction-service/sale/token",
		"POST /transaction-service/sale/customer/{customer_lookup_id}/card/{card_lookup_id}",
		"POST /transaction-service/sale/customer/{customer_lookup_id}",
		"POST /transaction-service-vt/eft/request/{customer_lookup_id}",
	],
	"gives a payer's money back to the card that paid": [
		"POST /transaction-service/refund/{transaction_id}",
		"POST /transaction-service/void/{transaction_id}",
	],
	"lets a page do what the session may do itself": [
		"POST /customer-service/customer/{customer_lookup_id}/portal-session",
	],
	"neither moves money out nor gives access": [
		"DELETE /customer-service/customer/{customer_lookup_id}/card/{card_lookup_id}",
		"DELETE /plan-service/plan/{plan_lookup_id}",
		"PATCH /customer-service/customer/{customer_lookup_id}/card/{card_lookup_id}",
		"POST /customer-service/customer",
		"POST /event-service/endpoint/{endpoint_id}/test",
		"POST /event-service/event/{event_id}/resend",
		"POST /customer-service/customer/{customer_lookup_id}/card",
		"POST /plan-service/plan",
		"POST /processor-accounts/{account_id}/verify",
		"POST /transactions/{transaction_id}/receipt",
		"PUT /customer-service/customer/{customer_lookup_id}",
		"PUT /plan-service/plan/{plan_lookup_id}",
	],
};

const decided = [...always, ...Object.keys(sometimes), ...Object.values(never).flat()].sort();

interface Described {
	name: string;
	stepUp: string | undefined;
}

let gateway: TestGateway;
let stolen: StaffBrowser;
let routes: Described[];

beforeAll(async () => {
	gateway = await startTestGateway();
	stolen = await signInStaff(gateway.url, gateway.demo);
	const { body } = await send(`${gateway.url}/app/api/openapi.json`);
	routes = Object.entries(body.paths as Record<string, Record<string, JsonObject>>).flatMap(([path, item]) =>
		Object.entries(item)
			.filter(([method]) => method !== "get")
			.map(([method, operation]) => ({
				name: `${method.toUpperCase()} ${path.replace(/^\/app\/api/, "")}`,
				stepUp: operation["x-step-up"] as string | undefined,
			})),
	);
});

afterAll(() => gateway.stop());

/** The number of rows of each table that holds access or money, and the newest of their contents. */
async function accessAndMoney(): Promise<string> {
	const tables = [
		"staff",
		"staff_invitations",
		"client_credentials",
		"oauth_grants",
		"webhook_endpoints",
		"webhook_secrets",
		"eft_transactions",
		"eft_wallets",
		"disputes",
	];
	const more = [
		"eft_linked_accounts",
		"eft_send_limits",
		"eft_approvals",
		"widget_origins",
		"recovery_codes",
		"passkeys",
		"merchants",
		"processor_accounts",
		"vault.keys",
	];
	const contents: unknown[] = [];
	for (const table of [...tables, ...more]) {
		const { rows } = await sql`select * from ${sql.table(table)} order by 1, 2`.execute(gateway.database.tables);
		contents.push(rows);
	}
	return JSON.stringify(contents);
}

describe("a stolen session cookie without the password", () => {
	test("X-48 every route that changes something has a decision about step-up, and describes it", () => {
		expect(routes.map(({ name }) => name).sort()).toEqual(decided);
		const described = (kind: string | undefined) =>
			routes
				.filter(({ stepUp }) => stepUp === kind)
				.map(({ name }) => name)
				.sort();
		expect(described("always")).toEqual(always.toSorted());
		expect(described("sometimes")).toEqual(Object.keys(sometimes).sort());
	});

	test.each(always)("X-48 %s changes nothing and leaves an audit event", async (route) => {
		const [method = "", path = ""] = route.split(" ");
		const before = await accessAndMoney();
		const filled = path.replace(/\{\w+\}/g, "100001").slice(1);
		const refused = await stolen.api(method, filled, {});
		expectProblem(refused, 403, "FORBIDDEN");
		expect(refused.body.reason).toBe("step_up_required");
		expect(await accessAndMoney()).toBe(before);
		const named = `${method} /app/api${path.replace(/\{(\w+)\}/g, ":$1")}`;
		const events = async () => {
			const failed = await auditEvents(gateway.database.tables, { type: "step_up.failed" });
			return failed.map(({ details }) => details.route);
		};
		await expect.poll(events, { timeout: 20_000 }).toContain(named);
	});
});
