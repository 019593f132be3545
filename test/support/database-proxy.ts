import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface DatabaseProxy {
	/** The database's address, by way of the proxy. */
	url: string;
	/** Cuts every connection and takes no new one. */
	interrupt(): Promise<void>;
	resume(): Promise<void>;
	stop(): Promise<void>;
}

/** Stands between a gateway and its database, so that a test can part the two without harm to anybody else. */
export async function databaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
	const target = new URL(databaseUrl);
	const sockets = new Set<Socket>();
	const server = createServer((client) => {
		const database = connect(Number(target.port), target.hostname);
		for (const socket of [client, database]) {
			sockets.add(socket);
			socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
		}
		client.pipe(database).pipe(client);
	});
	const open = async (port: number) => {
		server.listen(port, "127.0.0.1");
		await once(server, "listening");
	};
	await open(0);
	const { port } = server.address() as AddressInfo;
	const interrupt = async () => {
		if (!server.listening) return;
		const closed = once(server, "close");
		server.close();
		for (const socket of sockets) socket.destroy();
		await closed;
	};
	const url = new URL(databaseUrl);
	url.hostname = "127.0.0.1";
	url.port = String(port);
	return { url: url.href, interrupt, resume: () => open(port), stop: interrupt };
}
