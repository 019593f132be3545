/** A collector of traces that takes everything and keeps nothing. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
	request.resume().on("end", () => response.setHeader("Content-Type", "application/json").end("{}"));
}).listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));
