import { expect, test } from "vitest";
import { firstRequest } from "./first-request.ts";

const credential = { gateway: "https://pay.example", client_id: "id", client_secret: "secret" };

test.each([
	[["customer", "plan", "transaction"], "demo", "/transaction-service/sale "],
	[["customer", "transaction"], "live", "/transaction-service/transaction "],
	[["plan", "customer"], "demo", "/customer-service/customer "],
	[["plan"], "live", "/plan-service/plan "],
	[["customer", "transaction:read"], "demo", "/transaction-service/transaction "],
	[["eft:read", "plan:read"], "demo", "/plan-service/plan "],
	[["eft"], "demo", "/transaction-service-vt/eft/balance "],
	[["event"], "demo", "/event-service/event "],
] as const)("a credential for %j of a %s account first asks %s", (scopes, mode, path) => {
	expect(firstRequest({ ...credential, scopes, mode })).toContain(`curl -s https://pay.example${path}`);
});

test("nothing is charged on a live account", () => {
	expect(firstRequest({ ...credential, scopes: ["transaction"], mode: "live" })).not.toContain("amount");
});
