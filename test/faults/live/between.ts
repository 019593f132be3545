import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Stands between the gateway and a processor, and can be out. */
export interface Between {
	url: string;
	/** Refuses connections. */
	refuse(): Promise<void>;
	/** Takes requests and never answers. Those with this text do not arrive at the processor. */
	silence(lost: string): void;
	restore(): Promise<void>;
	stop(): Promise<void>;
}

export async function startBetween(target: string): Promise<Between> {
	let lost: string | undefined;
	const server = createServer((incoming, outgoing) => {
		pass(incoming, outgoing).catch(() => void incoming.socket.destroy());
	});

	async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		const text = await textOf(incoming);
		const isSilent = lost !== undefined;
		if (lost !== undefined && text.includes(lost)) return;
		const { method = "GET", url = "/" } = incoming;
		const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
		const request = new Request(`${target}${url}`, { method, headers, ...(text !== "" && { body: text }) });
		const answer = await forward(target, request);
		if (isSilent) return;
		outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
		outgoing.end(Buffer.from(await answer.arrayBuffer()));
	}

	async function listen(port: number): Promise<number> {
		server.listen(port, "127.0.0.1");
		await once(server, "listening");
		return (server.address() as AddressInfo).port;
	}

	async function close(): Promise<void> {
		const closed = once(server, "close");
		server.close();
		server.closeAllConnections();
		await closed;
	}

	const port = await listen(0);
	return {
		url: `http://127.0.0.1:${port}`,
		refuse: close,
		silence(text) {
			lost = text;
		},
		async restore() {
			lost = undefined;
			if (server.listening) server.closeAllConnections();
			else await listen(port);
		},
		stop: close,
	};
}

async function textOf(incoming: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk);
	return Buffer.concat(chunks).toString();
}

/** Of one connection, and of its body's length. */
const hopHeaders = new Set(["connection", "keep-alive", "host", "content-length", "transfer-encoding"]);

/** Repeats a request at another address. */
export async function forward(target: string, request: Request): Promise<Response> {
	const { pathname, search } = new URL(request.url);
	const headers = [...request.headers].filter(([name]) => !hopHeaders.has(name));
	const body = await request.text();
	const init = { method: request.method, headers, redirect: "manual", ...(body !== "" && { body }) } as const;
	const answer = await fetch(`${target}${pathname}${search}`, init);
	const kept = [...answer.headers].filter(([name]) => !hopHeaders.has(name));
	return new Response(await answer.arrayBuffer(), { status: answer.status, headers: kept });
}
