// Stands for the child process in tests of the bridge: the connector of a call says what it does, and webhooks crash it.
import type { Call, FromChild } from "../src/messages.ts";

const send = (message: FromChild) => process.send?.(message);

process.once("disconnect", () => process.exit());
process.on("message", (call: Call) => {
	if (call.connector === "crash" || call.flow === "handle_event") process.exit(1);
	if (call.connector === "hang") return;
	if (call.connector === "print") {
		process.stdout.write(JSON.stringify(call));
		process.stderr.write(JSON.stringify(call));
	}
	const response = { pid: process.pid, environment: Object.keys(process.env).sort() };
	send({ kind: "result", id: call.id, result: { answer: { status: 200, response, body: null } } });
});
send({ kind: "ready" });
