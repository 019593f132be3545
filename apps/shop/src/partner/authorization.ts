import * as oauth from "oauth4webapi";

/** What the partner registered with the gateway's operator. */
export interface PartnerSettings {
	/** Roots of the authorization service and of all other services, without a slash at the end. */
	readonly authUrl: string;
	readonly baseUrl: string;
	readonly clientId: string;
	readonly clientSecret: string;
	/** Where merchants come back to. */
	readonly redirectUri: string;
}

/** What has to be kept of a merchant's browser until it comes back. */
export interface Journey {
	readonly state: string;
	readonly codeVerifier: string;
}

/** What a merchant allowed, with the tokens that stand for it. They never leave the partner's server. */
export interface Connection {
	readonly merchantId: string;
	readonly scopes: readonly string[];
	readonly accessToken: string;
	/** Good once: each refresh brings the next one. */
	readonly refreshToken: string;
}

/** Talks to the authorization service, by a library that takes the RFCs at their word. */
export interface Authorization {
	/** Where to send the merchant's browser, and what to keep until it is back. */
	begin(scope: string): Promise<{ address: string; journey: Journey }>;
	/** What the merchant's answer comes to; "refused" when it does not want to be connected. */
	finish(answer: URLSearchParams, journey: Journey): Promise<Connection | "refused">;
	refresh(connection: Connection): Promise<Connection>;
	/** Tells the gateway to forget all that the merchant allowed. */
	revoke(connection: Connection): Promise<void>;
}

/** How long one request to the gateway may take. */
const timeLimitMs = 15_000;

/** Opens the partner's side of RFC 6749 §4.1, with PKCE (RFC 7636) and the issuer's name in answers (RFC 9207). */
export function openAuthorization({ authUrl, clientId, clientSecret, redirectUri }: PartnerSettings): Authorization {
	const client: oauth.Client = { client_id: clientId };
	const secret = oauth.ClientSecretBasic(clientSecret);
	const options = () => ({
		signal: AbortSignal.timeout(timeLimitMs),
		// The sandbox speaks plain HTTP on this machine.
		[oauth.allowInsecureRequests]: authUrl.startsWith("http:"),
	});

	async function discover(): Promise<oauth.AuthorizationServer> {
		const issuer = new URL(authUrl);
		const response = await oauth.discoveryRequest(issuer, { ...options(), algorithm: "oauth2" });
		return oauth.processDiscoveryResponse(issuer, response);
	}

	return {
		async begin(scope) {
			const { authorization_endpoint: endpoint } = await discover();
			if (endpoint === undefined) throw new Error("The gateway offers no authorization endpoint.");
			const journey = { state: oauth.generateRandomState(), codeVerifier: oauth.generateRandomCodeVerifier() };
			const address = new URL(endpoint);
			address.search = new URLSearchParams({
				response_type: "code",
				client_id: clientId,
				redirect_uri: redirectUri,
				scope,
				state: journey.state,
				code_challenge: await oauth.calculatePKCECodeChallenge(journey.codeVerifier),
				code_challenge_method: "S256",
			}).toString();
			return { address: address.href, journey };
		},
		async finish(answer, { state, codeVerifier }) {
			const server = await discover();
			const code = readAnswer(server, client, answer, state);
			if (code === "refused") return code;
			const response = await oauth.authorizationCodeGrantRequest(
				server,
				client,
				secret,
				code,
				redirectUri,
				codeVerifier,
				options(),
			);
			return connectionIn(await oauth.processAuthorizationCodeResponse(server, client, response));
		},
		async refresh({ refreshToken }) {
			const server = await discover();
			const response = await oauth.refreshTokenGrantRequest(server, client, secret, refreshToken, options());
			return connectionIn(await oauth.processRefreshTokenResponse(server, client, response));
		},
		async revoke({ refreshToken }) {
			const server = await discover();
			const response = await oauth.revocationRequest(server, client, secret, refreshToken, options());
			await oauth.processRevocationResponse(response);
		},
	};
}

/** Checks state and issuer; throws for an answer that is none to this journey. */
function readAnswer(
	server: oauth.AuthorizationServer,
	client: oauth.Client,
	answer: URLSearchParams,
	state: string,
): URLSearchParams | "refused" {
	try {
		return oauth.validateAuthResponse(server, client, answer, state);
	} catch (error) {
		if (error instanceof oauth.AuthorizationResponseError && error.error === "access_denied") return "refused";
		throw error;
	}
}

function connectionIn(answer: oauth.TokenEndpointResponse): Connection {
	const { access_token: accessToken, refresh_token: refreshToken, scope = "", merchant_id: merchantId } = answer;
	if (refreshToken === undefined || typeof merchantId !== "string") {
		throw new Error("The gateway's answer says nothing of the merchant or has no refresh token.");
	}
	return { merchantId, scopes: scope.split(" "), accessToken, refreshToken };
}
