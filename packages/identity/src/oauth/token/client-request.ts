import type { Caller } from "@cardseal/platform/audit";
import { problemSchema, retryAfterHeader } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Client } from "../clients/client.ts";
import type { AuthenticateClient } from "../clients/client-authentication.ts";
import { oauthProblem } from "../oauth-problem.ts";
import { parametersOf, readForm } from "./form-body.ts";

export interface ClientRequest {
	client: Client;
	form: ReadonlyMap<string, string>;
	query: ReadonlyMap<string, string>;
	caller: Caller;
}

/** HTTP Basic works as well. */
export const clientFields = {
	client_id: z.string().optional(),
	client_secret: z.string().optional(),
};

/** Fields of RFC 6749 §5.2. */
const oauthProblemSchema = problemSchema
	.extend({
		error: z.string().openapi({ description: "The code of RFC 6749 or RFC 6750", example: "invalid_request" }),
		error_description: z.string().openapi({ description: "The message, without quotes and backslashes" }),
	})
	.openapi("OAuthProblem");

const errorAnswer = { content: { "application/json": { schema: oauthProblemSchema } } };

export const oauthErrors = {
	400: { description: "A parameter is missing or wrong", ...errorAnswer },
	401: { description: "The client or the token is wrong", ...errorAnswer },
	503: { description: "The service cannot answer now", headers: retryAfterHeader, ...errorAnswer },
} as const;

export const clientErrors = {
	...oauthErrors,
	413: { description: "The form is too large", ...errorAnswer },
	429: { description: "Too many wrong secrets", headers: retryAfterHeader, ...errorAnswer },
} as const;

/** URLs end up in logs and histories (RFC 6749 §2.3.1). */
const secretParameters = ["client_secret", "refresh_token", "code_verifier", "token"];

/** @throws Problem 400 `invalid_request`, 401 `invalid_client`, 429 */
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
	if (client.kind === "merchant") {
		const merchantId = client.credential.merchant.publicId;
		context.set("requestClient", { clientId: client.clientId, merchantId });
	}
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
	throw oauthProblem("invalid_request", `Send ${name} in the form, never in the URL. Replace the value that you sent.`);
}
