import { fork } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../fixtures/gateway-process.ts";

/** The processor timeout, short so that tests of it need not wait 10 s. */
const processorTimeoutMs = 3_000;

/**
 * Starts the whole sandbox and a merchant's site for all browser tests, on free ports and in a temporary folder. Sets
 * the addresses in `SHOP_URL`, `GATEWAY_URL`, `MERCHANT_URL` and `PUBLIC_KEY`, the mailbox in `MAILBOX_URL`, and the demo account's owner in
 * `STAFF_EMAIL` and `STAFF_PASSWORD`. Uses a separate process, because Node must run its sources directly.
 */
// biome-ignore lint/style/noDefaultExport: Playwright takes the setup from the default export.
export default async function startForAllTests(): Promise<() => Promise<void>> {
	const dataDirectory = await mkdtemp(join(tmpdir(), "cardseal-browser-"));
	// Under root, PostgreSQL runs as another user, who needs access.
	await chmod(dataDirectory, 0o711);
	const [gatewayPort, shopPort, merchantPort] = [await freePort(), await freePort(), await freePort()];
	const sandbox = fork(fileURLToPath(new URL("./sandbox-process.ts", import.meta.url)), {
		execArgv: ["--conditions=source"],
		env: {
			...process.env,
			PORT: String(gatewayPort),
			SHOP_PORT: String(shopPort),
			MERCHANT_PORT: String(merchantPort),
			DATA_DIR: dataDirectory,
			PROCESSOR_TIMEOUT_MS: String(processorTimeoutMs),
			LOG_LEVEL: "error",
			// Each test has its own address, see payer-address.ts.
			TRUST_PROXY: "127.0.0.1, ::1",
		},
	});
	const exited = once(sandbox, "exit");
	const [started] = await Promise.race([once(sandbox, "message"), exited]);
	if (typeof started !== "object") throw new Error(`The sandbox ended with code ${started} instead of starting.`);
	process.env.SHOP_URL = started.shopUrl;
	process.env.GATEWAY_URL = started.gatewayUrl;
	process.env.MERCHANT_URL = started.merchantUrl;
	process.env.PUBLIC_KEY = started.publicKey;
	process.env.MAILBOX_URL = started.mailboxUrl;
	process.env.STAFF_EMAIL = started.email;
	process.env.STAFF_PASSWORD = started.password;
	return async () => {
		sandbox.kill("SIGTERM");
		await exited;
		await rm(dataDirectory, { recursive: true, force: true });
	};
}
