import { startSandbox } from "../../../apps/demo/src/sandbox.ts";
import { openMerchantSite } from "./merchant-site.ts";

/* The sandbox and a merchant's site in a process of their own: tells the addresses to whoever started it, and stops on SIGTERM. */
const port = Number(process.env.MERCHANT_PORT);
const { gateway, gatewayUrl, shopUrl, stop } = await startSandbox({ environment: process.env });
const publicKey = gateway.demo?.content.public_key ?? "";
const site = await openMerchantSite({ gatewayUrl, publicKey, port });
process.send?.({ gatewayUrl, shopUrl, merchantUrl: `http://localhost:${port}`, publicKey });
process.once("SIGTERM", async () => {
	await site.stop();
	await stop();
	process.exit(0);
});
