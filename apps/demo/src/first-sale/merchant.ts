import { Advice } from "./advice.ts";
import type { MerchantSettings } from "./demo-file.ts";

/** The gateway reports a timeout first. */
const timeLimitMs = 270_000;

export interface Answer {
	status: number;
	body: Record<string, unknown>;
}

export interface BearerToken {
	value: string;
	lifetimeSeconds: number;
}

/**
 * RFC 6749 §4.4.
 *
 * @throws Advice when no gateway responds, or it does not know this client
 */
export async function getBearerToken(settings: MerchantSettings): Promise<BearerToken> {
	const { status, body } = await ask(`${settings.auth_url}/oauth/token`, {
		method: "POST",
		body: new URLSearchParams({
			grant_type: "client_credentials",
			client_id: settings.client_id,
			client_secret: settings.client_secret,
		}),
	});
	const { access_token: value, expires_in: lifetimeSeconds } = body;
	if (typeof value === "string" && typeof lifetimeSeconds === "number") return { value, lifetimeSeconds };
	if (status === 401) {
		throw new Advice(
			`The sandbox at ${settings.auth_url} does not know the client in demo.json: that file belongs to another sandbox. ` +
				"Set DATA_DIR to the directory of the running one.",
		);
	}
	throw unexpected(settings.auth_url, { status, body });
}

export interface Call {
	method: "GET" | "POST" | "PATCH";
	path: string;
	body?: Record<string, unknown>;
}

/**
 * Returns a declined sale too: 402 with the whole record.
 *
 * @throws Advice when no gateway responds, or it refuses the request
 */
export async function call(
	{ base_url: url }: MerchantSettings,
	bearerToken: string,
	{ method, path, body }: Call,
): Promise<Answer> {
	const answer = await ask(`${url}${path}`, {
		method,
		headers: { Authorization: `Bearer ${bearerToken}`, ...(body && { "Content-Type": "application/json" }) },
		...(body && { body: JSON.stringify(body) }),
	});
	if (answer.status === 200 || "transaction_result" in answer.body) return answer;
	throw unexpected(url, answer);
}

async function ask(url: string, request: RequestInit): Promise<Answer> {
	const { origin } = new URL(url);
	try {
		const response = await fetch(url, { ...request, signal: AbortSignal.timeout(timeLimitMs) });
		const body = (await response.json().catch(() => null)) as object | null;
		return { status: response.status, body: { ...body } };
	} catch (error) {
		if (error instanceof Error && error.name === "TimeoutError") {
			throw new Advice(`${origin} accepted the request but did not respond. Check the terminal of the sandbox.`);
		}
		throw new Advice(
			`No sandbox responds at ${origin}. Start it in another terminal and wait until it is ready: npm start`,
		);
	}
}

function unexpected(url: string, { status, body }: Answer): Advice {
	if (typeof body.message === "string") return new Advice(`The sandbox answered ${status}: ${body.message}`);
	return new Advice(
		`The server at ${url} is not a Cardseal gateway (status ${status}). Another program may use its port.`,
	);
}

const yearsUntilExpiry = 5;

export function testCard(now: number, number: string) {
	const year = String(new Date(now).getUTCFullYear() + yearsUntilExpiry).slice(-2);
	return { number, month: "08", year, securityCode: "123" };
}
