import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Caller } from "../../audit/event.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { problemSchema } from "../../http/problem-response.ts";
import type { Client } from "../clients/client.ts";
import type { AuthenticateClient } from "../clients/client-authentication.ts";
import { oauthProblem } from "../oauth-problem.ts";
import { parametersOf, readForm } from "./form-body.ts";

/** A form that a client sent with its secret. */
export interface ClientRequest {
	client: Client;
	form: ReadonlyMap<string, string>;
	query: ReadonlyMap<string, string>;
	caller: Caller;
}

/** The fields by which a client says in the form who it is; HTTP Basic does as well. */
export const clientFields = {
	client_id: z.string().optional(),
	client_secret: z.string().optional(),
};

const errorAnswer = { content: { "application/json": { schema: problemSchema } } };

/** What whoever sends such a form may be told, for the route's description. */
export const clientErrors = {
	400: { description: "A parameter is missing or wrong", ...errorAnswer },
	401: { description: "The client id or secret is wrong", ...errorAnswer },
	429: { description: "Too many wrong secrets", ...errorAnswer },
} as const;

/** What stands in a URL ends up in logs and histories (RFC 6749 §2.3.1). */
const secretParameters = ["client_secret", "refresh_token", "code_verifier", "token"];

/**
 * Reads a form of the authorization service and finds out which client sent it.
 *
 * @throws Problem 400 `invalid_request`, 401 `invalid_client`, 429
 */
export async function readClientRequest(
	context: Context<GatewayEnv>,
	authenticateClient: AuthenticateClient,
): Promise<ClientRequest> {
	const form = await readForm(context);
	const query = parametersOf(new URL(context.req.url).searchParams);
	refuseSecrets(query);
	const clientAddress = context.get("clientAddress");
	const requestId = context.get("requestId");
	const authorization = context.req.header("Authorization");
	const client = await authenticateClient({ authorization, form, address: clientAddress, requestId });
	return {
		client,
		form,
		query,
		caller: { actor: { kind: "client", clientId: client.clientId }, clientAddress, requestId },
	};
}

function refuseSecrets(query: ReadonlyMap<string, string>): void {
	const name = secretParameters.find((one) => query.has(one));
	if (name === undefined) return;
	throw oauthProblem("invalid_request", `Send ${name} in the form, never in the address. Replace the one you sent.`);
}
