import { sessionPath } from "@cardseal/widget/server";
import { type Answer, type JsonObject, send } from "../fixtures/client.ts";
import type { TestGateway } from "../fixtures/gateway.ts";

/** The origin that the gateway believes to be its own: its public URL, by whatever address a test reaches it. */
export function ownOrigin(gateway: TestGateway): string {
	return new URL(gateway.demo.base_url).origin;
}

export interface SessionAttempt {
	body?: JsonObject;
	/** Where the browser says that the request comes from; `undefined` sends no such header. */
	from?: string | undefined;
	/** The payer's address, as a trusted proxy tells it; another one for each attempt by default. */
	address?: string;
}

let payers = 0;

/** An address that nobody has used before in this file. */
function newAddress(): string {
	payers++;
	return `10.7.${payers >> 8}.${payers & 255}`;
}

/** Asks for a session as the form in the shop's page does. The gateway has to trust its own machine as a proxy. */
export function askForSession(gateway: TestGateway, attempt: SessionAttempt = {}): Promise<Answer> {
	const { body = {}, address = newAddress() } = attempt;
	const from = "from" in attempt ? attempt.from : ownOrigin(gateway);
	return send(`${gateway.url}${sessionPath}`, {
		method: "POST",
		headers: {
			"Content-Type": "application/json",
			"X-Forwarded-For": address,
			...(from !== undefined && { Origin: from }),
		},
		body: JSON.stringify({ public_key: gateway.merchant.public_key, origin: gateway.demo.shop_url, ...body }),
	});
}

/** Opens a session and returns its id. */
export async function openSession(gateway: TestGateway, attempt?: SessionAttempt): Promise<string> {
	const { status, body, text } = await askForSession(gateway, attempt);
	if (status !== 201) throw new Error(`No session: ${text}`);
	return String(body.session_id);
}
