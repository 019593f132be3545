import { expect, test } from "vitest";
import { findSimilar } from "./unknown-route.ts";

const routes = [
	["POST", "/oauth/token"],
	["POST", "/transaction-service/sale"],
	["POST", "/transaction-service/sale/token"],
	["POST", "/transaction-service/sale/customer/:customer_lookup_id"],
	["POST", "/transaction-service/authorize"],
	["POST", "/transaction-service/refund/:transaction_id"],
	["GET", "/transaction-service/transaction"],
	["GET", "/transaction-service/transaction/:transaction_id"],
	["GET", "/customer-service/customer"],
	["POST", "/customer-service/customer"],
	["GET", "/customer-service/customer/:customer_lookup_id"],
	["POST", "/customer-service/customer/:customer_lookup_id/card"],
	["POST", "/event-service/endpoint"],
	["GET", "/app/api/sale"],
	["ALL", "/transaction-service/*"],
].map(([method = "", path = ""]) => ({ method, path }));

const similar = findSimilar(routes);

test.each([
	["POST", "/v1/charges", "POST /transaction-service/sale"],
	["POST", "/sale", "POST /transaction-service/sale"],
	["GET", "/sale", "POST /transaction-service/sale"],
	["POST", "/transaction-service/refunds", "POST /transaction-service/refund/{transaction_id}"],
	["POST", "/transaction-service/Refunds/100001", "POST /transaction-service/refund/{transaction_id}"],
	["GET", "/transactions", "GET /transaction-service/transaction"],
	["GET", "/v2/customers", "GET /customer-service/customer"],
	["POST", "/customers", "POST /customer-service/customer"],
	["GET", "/customers/abc", "GET /customer-service/customer/{customer_lookup_id}"],
	["POST", "/customer-service/customers/abc/cards", "POST /customer-service/customer/{customer_lookup_id}/card"],
	["POST", "/v1/webhooks", "POST /event-service/endpoint"],
	["POST", "/token", "POST /oauth/token"],
])("%s %s means %s", (method, path, meant) => {
	expect(similar(method, path)).toBe(meant);
});

test.each(["/", "/wp-login.php", "/4111111111111111", "/transaction-service", "/constructor", "/app/sales"])(
	"%s means no route of a service",
	(path) => {
		expect(similar("GET", path)).toBeUndefined();
	},
);
