/** The merchants' servers of the bench. Requests below /hangs get no answer. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

let received = 0;
/** Milliseconds from outcome to arrival, since the last reading. */
let delays: number[] = [];

const server = createServer(async (request, response) => {
	if (request.url === "/count") {
		response.end(JSON.stringify({ received, delays }));
		delays = [];
		return;
	}
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	if (request.url?.startsWith("/hangs")) return;
	received++;
	const { created } = JSON.parse(Buffer.concat(chunks).toString()) as { created: number };
	delays.push(Date.now() - created);
	response.end("ok");
});
server.listen(0, "127.0.0.1", () => {
	process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
});
