import { oauthProblem } from "../oauth-problem.ts";
import { type Granted, narrowScopes, type TokenRequest } from "./token-request.ts";

/**
 * Grants a token for client credentials (RFC 6749 §4.4) to a merchant's own server, without a refresh token.
 *
 * @throws Problem 400 `unauthorized_client` for a partner, which needs a merchant's consent
 */
export function grantByCredentials({ client, parameters }: TokenRequest): Granted {
	if (client.kind !== "merchant") {
		throw oauthProblem("unauthorized_client", "Partners use grant_type=authorization_code and refresh_token.");
	}
	const { credential, tokenLifetimeSeconds } = client;
	const scopes = narrowScopes(parameters.get("scope"), credential.scopes);
	return { holder: credential, scopes, lifetimeSeconds: tokenLifetimeSeconds };
}
