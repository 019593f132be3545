import { oauthProblem } from "../oauth-problem.ts";
import { type Granted, narrowScopes, type TokenRequest } from "./token-request.ts";

/**
 * Client credentials grant (RFC 6749 §4.4): a merchant's own server asks. There is no refresh token, since its secret is one.
 *
 * @throws Problem 400 `unauthorized_client` for a partner, whom a merchant has to let in
 */
export function grantByCredentials({ client, parameters }: TokenRequest): Granted {
	if (client.kind !== "merchant") {
		throw oauthProblem("unauthorized_client", "Partners use grant_type=authorization_code and refresh_token.");
	}
	const { credential, tokenLifetimeSeconds } = client;
	const scopes = narrowScopes(parameters.get("scope"), credential.scopes);
	return { holder: credential, scopes, lifetimeSeconds: tokenLifetimeSeconds };
}
