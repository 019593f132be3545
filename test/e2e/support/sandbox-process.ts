import { startSandbox } from "../../../apps/demo/src/sandbox.ts";

/* The sandbox in a process of its own: tells its addresses to whoever started it, and stops on SIGTERM. */
const { gatewayUrl, shopUrl, stop } = await startSandbox({ environment: process.env });
process.send?.({ gatewayUrl, shopUrl });
process.once("SIGTERM", async () => {
	await stop();
	process.exit(0);
});
