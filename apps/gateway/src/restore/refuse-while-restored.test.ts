import { expect, test } from "vitest";
import { isReading } from "../../../../packages/platform/src/http/is-reading.ts";
import { createBareApp } from "../../../../test/fixtures/bare-app.ts";
import { isRefusedWhileRestored } from "./refuse-while-restored.ts";

/** Every route of the application, also those that no OpenAPI document has. */
const routes = createBareApp()
	.routes.map(({ method, path }) => ({ method, path }))
	.filter(({ method }) => method !== "ALL");

/** The routes that go on. A route of the web application's API and its twin of the public one are one. */
function goingOn(some: typeof routes): string[] {
	const paths = some
		.filter(({ method, path }) => !isRefusedWhileRestored(method, path))
		.map(({ method, path }) => `${method} ${path.replace("/app/api/", "/")}`);
	return [...new Set(paths)].sort();
}

test("while the database is restored, every route that reads goes on, but a bank's return and a link to the portal", () => {
	const reading = routes.filter(({ method }) => isReading(method));
	expect(reading.length).toBeGreaterThan(100);
	const refused = reading.filter(({ method, path }) => isRefusedWhileRestored(method, path));
	expect([...new Set(refused.map(({ path }) => path))]).toEqual([
		"/pay/portal/open/:token",
		"/pay/authenticate/:transaction_id/:proof/return",
	]);
});

test("while the database is restored, of all routes that write only these go on", () => {
	const writing = routes.filter(({ method }) => !isReading(method));
	expect(writing.length).toBeGreaterThan(100);
	expect(goingOn(writing)).toEqual([
		"DELETE /account/passkeys/:passkey_id",
		"DELETE /credentials/:client_id",
		"DELETE /event-service/endpoint/:endpoint_id",
		"DELETE /oauth/revoke_token",
		"DELETE /origins",
		"DELETE /partners/:client_id",
		"DELETE /plan-service/plan/:plan_lookup_id",
		"DELETE /sessions",
		"DELETE /sessions/:session_id",
		"DELETE /settings/bank-account",
		"DELETE /staff/:user_id",
		"DELETE /staff/invitations/:invitation_id",
		"POST /app/second-factor",
		"POST /app/sign-in",
		"POST /app/sign-in/passkey",
		"POST /app/sign-out",
		"POST /keys/:key_id/retire",
		"POST /keys/rotate",
		"POST /oauth/revoke",
		"POST /oauth/token",
		"POST /plan-service/plan",
		"POST /processor-accounts/:account_id/remove",
		"POST /processor-accounts/:account_id/verify",
		"POST /session/step-up",
		"POST /session/step-up/passkey",
		"POST /session/step-up/passkey/options",
		"POST /transactions/:transaction_id/receipt",
		"POST /v1/widget/session",
		"PUT /plan-service/plan/:plan_lookup_id",
	]);
});

test("while the database is restored, a path that ends with a slash is judged like the path without", () => {
	expect(isRefusedWhileRestored("POST", "/app/sign-in/")).toBe(false);
	expect(isRefusedWhileRestored("POST", "/transaction-service/sale/")).toBe(true);
});
