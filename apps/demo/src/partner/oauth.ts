import * as oauth from "oauth4webapi";

export interface PartnerSettings {
	/** Without a slash at the end. */
	authUrl: string;
	baseUrl: string;
	clientId: string;
	clientSecret: string;
	redirectUri: string;
}

export interface AuthorizationRequest {
	state: string;
	codeVerifier: string;
}

/** Its tokens never leave the partner's server. */
export interface Connection {
	merchantId: string;
	scopes: string[];
	accessToken: string;
	refreshToken: string;
}

const timeLimitMs = 15_000;

/** RFC 6749 §4.1, with PKCE (RFC 7636) and the issuer in answers (RFC 9207). */
export function createOauth({ authUrl, clientId, clientSecret, redirectUri }: PartnerSettings) {
	const client: oauth.Client = { client_id: clientId };
	const secret = oauth.ClientSecretBasic(clientSecret);
	const options = () => ({
		signal: AbortSignal.timeout(timeLimitMs),
		// The sandbox speaks plain HTTP.
		[oauth.allowInsecureRequests]: authUrl.startsWith("http:"),
	});

	async function discover(): Promise<oauth.AuthorizationServer> {
		const issuer = new URL(authUrl);
		const response = await oauth.discoveryRequest(issuer, { ...options(), algorithm: "oauth2" });
		return oauth.processDiscoveryResponse(issuer, response);
	}

	return {
		async begin(scope: string): Promise<{ address: string; request: AuthorizationRequest }> {
			const { authorization_endpoint: endpoint } = await discover();
			if (endpoint === undefined) throw new Error("The gateway offers no authorization endpoint.");
			const request = { state: oauth.generateRandomState(), codeVerifier: oauth.generateRandomCodeVerifier() };
			const query = new URLSearchParams({
				response_type: "code",
				client_id: clientId,
				redirect_uri: redirectUri,
				scope,
				state: request.state,
				code_challenge: await oauth.calculatePKCECodeChallenge(request.codeVerifier),
				code_challenge_method: "S256",
			});
			return { address: `${endpoint}?${query}`, request };
		},
		/** "refused" without the merchant's consent. Throws for an answer to another request. */
		async finish(
			answer: URLSearchParams,
			{ state, codeVerifier }: AuthorizationRequest,
		): Promise<Connection | "refused"> {
			const server = await discover();
			try {
				const code = oauth.validateAuthResponse(server, client, answer, state);
				const exchange = [server, client, secret, code, redirectUri, codeVerifier, options()] as const;
				const response = await oauth.authorizationCodeGrantRequest(...exchange);
				return connectionOf(await oauth.processAuthorizationCodeResponse(server, client, response));
			} catch (error) {
				if (error instanceof oauth.AuthorizationResponseError && error.error === "access_denied") return "refused";
				throw error;
			}
		},
		async refresh({ refreshToken }: Connection): Promise<Connection> {
			const server = await discover();
			const response = await oauth.refreshTokenGrantRequest(server, client, secret, refreshToken, options());
			return connectionOf(await oauth.processRefreshTokenResponse(server, client, response));
		},
		async revoke({ refreshToken }: Connection): Promise<void> {
			const response = await oauth.revocationRequest(await discover(), client, secret, refreshToken, options());
			await oauth.processRevocationResponse(response);
		},
	};
}

function connectionOf(answer: oauth.TokenEndpointResponse): Connection {
	const { access_token: accessToken, refresh_token: refreshToken, scope = "", merchant_id: merchantId } = answer;
	if (refreshToken === undefined || typeof merchantId !== "string") {
		throw new Error("The gateway's response lacks the merchant or the refresh token.");
	}
	return { merchantId, scopes: scope.split(" "), accessToken, refreshToken };
}
