import type { ServerResponse } from "node:http";
import { verifyWebhook } from "@cardseal/client";
import type { Arrival } from "../test/faults/verdict.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../test/fixtures/webhook-receiver.ts";

/** The servers of a merchant. One answers every event; each of the others has a different fault. */
export interface MerchantServers {
	/** Registers an endpoint for each server. */
	register(gatewayUrl: string, bearerToken: string): Promise<void>;
	/** Returns what the server that answers has received. */
	arrivals(): Promise<Arrival[]>;
	stop(): Promise<void>;
}

/** Just below the gateway's limit of 15 s. */
const slowMs = 14_000;
const longBytes = 10_000_000;

const faults: ((response: ServerResponse) => void)[] = [
	// Accepts the request and never answers.
	() => undefined,
	(response) => setTimeout(() => response.end("late"), slowMs).unref(),
	(response) => response.end(Buffer.alloc(longBytes, "x")),
	(response) => response.writeHead(302, { Location: "http://127.0.0.1:9/elsewhere" }).end(),
	(response) => response.destroy(),
	(response) => response.writeHead(500).end("broken"),
];

export async function startMerchantServers(): Promise<MerchantServers> {
	const sound = await startWebhookReceiver();
	const failing = await Promise.all(faults.map(startFailing));
	const servers = [sound, ...failing];
	const secrets: string[] = [];
	return {
		async register(gatewayUrl, bearerToken) {
			for (const { url } of servers) secrets.push(await registerEndpoint(gatewayUrl, bearerToken, url));
		},
		arrivals: () => Promise.all(sound.received.map((request) => readArrival(request, secrets[0] ?? ""))),
		async stop() {
			await Promise.all(servers.map((server) => server.close()));
		},
	};
}

async function startFailing(answer: (response: ServerResponse) => void): Promise<WebhookReceiver> {
	const receiver = await startWebhookReceiver();
	receiver.answer = (response) => {
		// Requests to failing servers are not evaluated.
		receiver.received.length = 0;
		answer(response);
	};
	return receiver;
}

/** Returns the endpoint's secret. */
async function registerEndpoint(gatewayUrl: string, bearerToken: string, url: string): Promise<string> {
	const response = await fetch(`${gatewayUrl}/event-service/endpoint`, {
		method: "POST",
		headers: { Authorization: `Bearer ${bearerToken}`, "Content-Type": "application/json" },
		body: JSON.stringify({ url }),
	});
	if (!response.ok) throw new Error(`The endpoint was refused: ${response.status} ${await response.text()}`);
	return ((await response.json()) as { secret: string }).secret;
}

async function readArrival({ headers, body }: WebhookReceiver["received"][number], secret: string): Promise<Arrival> {
	const eventId = String(headers["webhook-id"]);
	const now = () => Number(headers["webhook-timestamp"]) * 1_000;
	const isGenuine = await verifyWebhook(body, headers, secret, { now }).then(
		({ id }) => id === eventId,
		() => false,
	);
	return { eventId, isGenuine };
}
