import { explainFailedStart } from "@cardseal/gateway";
import { type Sandbox, startSandbox } from "./sandbox.ts";

/** How often we look whether whoever started us is still there. */
const orphanCheckMilliseconds = 500;

/** What somebody who has just started the sandbox wants to know; everything else is in the file. */
function banner({ gateway, gatewayUrl, shopUrl }: Sandbox): string {
	const demo = gateway.demo;
	return [
		"",
		"  Cardseal sandbox is ready. No real money moves here.",
		"",
		`  Shop        ${shopUrl}`,
		`  Gateway     ${gatewayUrl}`,
		`  API pages   ${gatewayUrl}/docs`,
		"",
		`  Client id      ${demo?.content.client_id}`,
		`  Public key     ${demo?.content.public_key}`,
		`  Secret and all the rest: ${demo?.file}`,
		"",
		"  Next: open the shop and pay with 4111 1111 1111 1111, or run `npm run demo` in another terminal.",
		"  Stop with Ctrl-C.",
		"",
		"",
	].join("\n");
}

/** Stops in good order, whoever asks first: a signal, or the death of the npm that started us. */
function stopWhenAsked(sandbox: Sandbox): void {
	const parent = process.ppid;
	const watch = setInterval(() => {
		// npm that was killed cannot pass a signal on; going on without it would keep the ports from the next start.
		if (process.ppid !== parent) void stop();
	}, orphanCheckMilliseconds);
	const stop = async () => {
		clearInterval(watch);
		await sandbox.stop();
	};
	for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void stop());
}

try {
	const sandbox = await startSandbox({ environment: process.env });
	process.stdout.write(banner(sandbox));
	stopWhenAsked(sandbox);
} catch (error) {
	process.stderr.write(`Cardseal could not start.\n${explainFailedStart(error)}\n`);
	process.exitCode = 1;
}
