import { type Client, signWebhook, type WebhookEvent } from "@cardseal/client";
import type { Screen } from "../first-sale/print.ts";
import type { ListenArguments } from "./arguments.ts";

export interface Listening extends ListenArguments {
	client: Pick<Client, "get" | "events">;
	secret: string;
	screen: Pick<Screen, "line" | "paint">;
	/** ms since 1970. */
	now: () => number;
	signal: AbortSignal;
}

const pollMs = 500;

/** The gateway's own limit for an answer. */
const answerMs = 15_000;

/** Prints events and posts them to a program on this machine, until the signal. */
export async function listen(listening: Listening): Promise<void> {
	const { client, screen, signal, forwardTo } = listening;
	const after = listening.after ?? (await newestSequence(client));
	for await (const event of client.events({ after, pollMs, signal })) {
		const line = `${new Date(event.created).toISOString()}  ${String(event.sequence).padStart(5)}  ${event.type}  ${event.id}`;
		screen.line(forwardTo === undefined ? line : `${line}  ${await forward(listening, forwardTo, event)}`);
	}
}

async function newestSequence(client: Pick<Client, "get">): Promise<number> {
	const { events } = await client.get("/event-service/event", { query: { limit: 1 } });
	return events[0]?.sequence ?? 0;
}

async function forward({ secret, now, screen }: Listening, url: string, event: WebhookEvent): Promise<string> {
	const body = JSON.stringify(event);
	const signature = await signWebhook({ id: event.id, timestamp: Math.floor(now() / 1_000), body }, secret);
	try {
		const response = await fetch(url, {
			method: "POST",
			headers: { "Content-Type": "application/json", ...signature },
			body,
			redirect: "manual",
			signal: AbortSignal.timeout(answerMs),
		});
		await response.body?.cancel();
		return screen.paint(response.ok ? "green" : "red", `→ ${response.status}`);
	} catch {
		return screen.paint("red", "→ no answer");
	}
}
