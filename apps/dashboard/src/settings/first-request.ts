export interface FirstRequestOptions {
	gateway: string;
	mode: "demo" | "live";
	client_id: string;
	client_secret: string;
	scopes: readonly string[];
}

/** A shell's lines that get an access token and send a first request that the credential's scopes allow. */
export function firstRequest({ gateway, mode, client_id, client_secret, scopes }: FirstRequestOptions): string {
	return [
		`TOKEN=$(curl -s ${gateway}/oauth/token -d grant_type=client_credentials \\`,
		`  -d client_id=${client_id} \\`,
		`  -d client_secret=${client_secret} |`,
		`  sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p')`,
		`curl -s ${gateway}${requestFor(scopes, mode)} -H "Authorization: Bearer $TOKEN"`,
		"",
	].join("\n");
}

/** A sale in the demo, where no money moves; in a live account, a request that only reads. */
function requestFor(scopes: readonly string[], mode: "demo" | "live"): string {
	const mayRead = (service: string) => scopes.includes(service) || scopes.includes(`${service}:read`);
	if (scopes.includes("transaction")) return mode === "demo" ? demoSale : "/transaction-service/transaction";
	if (mayRead("transaction")) return "/transaction-service/transaction";
	if (mayRead("customer")) return "/customer-service/customer";
	if (mayRead("plan")) return "/plan-service/plan";
	return mayRead("eft") ? "/transaction-service-vt/eft/balance" : "/event-service/event";
}

/** An odd amount is approved (see the demo processor); the card is a published test number. */
const demoSale = `/transaction-service/sale -H 'Content-Type: application/json' \\
  -d '{"amount": 31, "card_number": "4111111111111111", "card_expiry_month": "08", "card_expiry_year": "31", "cvv2": "123"}' \\
 `;
