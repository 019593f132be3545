import { oauthProblem } from "../oauth-problem.ts";
import { type GrantContext, type Granted, narrowScopes, type TokenRequest } from "./token-request.ts";

/**
 * Limits the token to its credential's life (RFC 6749 §4.4).
 * @throws Problem 400 `unauthorized_client` for a partner
 */
export function grantByCredentials({ clocks }: GrantContext, { client, parameters }: TokenRequest): Granted {
	if (client.kind !== "merchant") {
		throw oauthProblem("unauthorized_client", "Partners use grant_type=authorization_code and refresh_token.");
	}
	const { credential, tokenLifetimeSeconds, expiresAt } = client;
	const scopes = narrowScopes(parameters.get("scope"), credential.scopes);
	const remainingSeconds = expiresAt === null ? Infinity : Math.ceil((expiresAt - clocks.real.now()) / 1000);
	return { holder: credential, scopes, lifetimeSeconds: Math.min(tokenLifetimeSeconds, remainingSeconds) };
}
