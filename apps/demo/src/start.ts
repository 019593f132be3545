import { parseArgs } from "node:util";
import { ConfigError, exitInTime, explainFailedStart } from "@cardseal/gateway";
import { type Sandbox, startSandbox } from "./sandbox.ts";

/** Checks that the parent process still runs. */
const orphanCheckMs = 500;

function banner({ gateway, gatewayUrl, shopUrl, logFile }: Sandbox): string {
	const demo = gateway.demo;
	return [
		"",
		"  Cardseal sandbox is ready. No real money moves here.",
		"",
		`  Shop        ${shopUrl}`,
		`  Dashboard   ${demo?.content.dashboard_url}`,
		`  Gateway     ${gatewayUrl}`,
		`  API pages   ${gatewayUrl}/docs`,
		`  Mailbox     ${demo?.mailboxUrl}`,
		"",
		`  Sign in as     ${demo?.content.email}`,
		`  Password       ${demo?.content.password}   (until you change it)`,
		`  Client id      ${demo?.content.client_id}`,
		`  Public key     ${demo?.content.public_key}`,
		`  Client secret and more: ${demo?.file}`,
		`  Requests and other log lines: ${logFile}   (here as well: npm start -- --verbose)`,
		"",
		"  Next: open the shop and pay with 4111 1111 1111 1111, or run `npm run demo` in another terminal.",
		"  Stop with Ctrl-C.",
		"",
		"",
	].join("\n");
}

/** Handles signals from the beginning: an interrupted start would leave PostgreSQL running. */
function stopWhenAsked(starting: Promise<Sandbox>): void {
	const parent = process.ppid;
	const stop = () => {
		clearInterval(watch);
		exitInTime();
		void starting.then((sandbox) => sandbox.stop()).catch(() => undefined);
	};
	const watch = setInterval(() => {
		// A killed npm forwards no signal; without this check, the ports would stay in use.
		if (process.ppid !== parent) stop();
	}, orphanCheckMs).unref();
	for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
}

function isVerbose(): boolean {
	try {
		return parseArgs({ options: { verbose: { type: "boolean", default: false } } }).values.verbose;
	} catch (cause) {
		throw new ConfigError("The only option is --verbose, which shows each request: npm start -- --verbose", { cause });
	}
}

try {
	const starting = startSandbox({ environment: process.env, isVerbose: isVerbose() });
	stopWhenAsked(starting);
	process.stdout.write(banner(await starting));
} catch (error) {
	process.stderr.write(`Cardseal could not start.\n${explainFailedStart(error)}\n`);
	process.exitCode = 1;
}
