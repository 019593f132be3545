import { explainFailedStart } from "@cardseal/gateway";
import { type Sandbox, startSandbox } from "./sandbox.ts";

/** How often we look whether whoever started us is still there. */
const orphanCheckMs = 500;

/** What somebody who has just started the sandbox wants to know; everything else is in the file. */
function banner({ gateway, gatewayUrl, shopUrl }: Sandbox): string {
	const demo = gateway.demo;
	return [
		"",
		"  Cardseal sandbox is ready. No real money moves here.",
		"",
		`  Shop        ${shopUrl}`,
		`  Dashboard   ${demo?.content.dashboard_url}`,
		`  Gateway     ${gatewayUrl}`,
		`  API pages   ${gatewayUrl}/docs`,
		`  Mailbox     ${gatewayUrl}/sandbox/mailbox`,
		"",
		`  Sign in as     ${demo?.content.email}`,
		`  Password       ${demo?.content.password}   (until you change it)`,
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

/**
 * Stops in good order, whoever asks first: a signal, or the death of the npm that started us. From the first moment on,
 * since a start that is cut off would leave its PostgreSQL running.
 */
function stopWhenAsked(starting: Promise<Sandbox>): void {
	const parent = process.ppid;
	const stop = () => {
		clearInterval(watch);
		// A start that fails cleans up after itself, and is told below.
		void starting.then((sandbox) => sandbox.stop()).catch(() => undefined);
	};
	const watch = setInterval(() => {
		// npm that was killed cannot pass a signal on; going on without it would keep the ports from the next start.
		if (process.ppid !== parent) stop();
	}, orphanCheckMs).unref();
	for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
}

try {
	const starting = startSandbox({ environment: process.env });
	stopWhenAsked(starting);
	process.stdout.write(banner(await starting));
} catch (error) {
	process.stderr.write(`Cardseal could not start.\n${explainFailedStart(error)}\n`);
	process.exitCode = 1;
}
