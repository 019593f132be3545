import type { DemoFile } from "@cardseal/gateway";

/** Requests a token for the demo merchant from the gateway at `url`. */
export async function bearerToken(url: string, demo: DemoFile): Promise<string> {
	const response = await fetch(`${url}/oauth/token`, { method: "POST", body: new URLSearchParams(grant(demo)) });
	const { access_token } = (await response.json()) as { access_token: string };
	return access_token;
}

/** The form of the token request. */
export function grant(demo: DemoFile): Record<string, string> {
	return { grant_type: "client_credentials", client_id: demo.client_id, client_secret: demo.client_secret };
}
