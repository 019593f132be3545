import { randomBytes } from "node:crypto";
import { CallError, createClient } from "@cardseal/client";
import { Advice } from "./first-sale/advice.ts";
import { readMerchantSettings } from "./first-sale/demo-file.ts";
import { createScreen } from "./first-sale/print.ts";
import { readArguments } from "./listen/arguments.ts";
import { listen } from "./listen/listen.ts";

// The reader may close the pipe early (`| head`), which is no failure.
process.stdout.on("error", () => process.exit());

const { CARDSEAL_URL, CLIENT_ID, CLIENT_SECRET, DATA_DIR, WEBHOOK_SECRET } = process.env;

async function merchantSettings() {
	if (CARDSEAL_URL && CLIENT_ID && CLIENT_SECRET) {
		return { authUrl: CARDSEAL_URL, baseUrl: CARDSEAL_URL, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
	}
	const demo = await readMerchantSettings(DATA_DIR || "data");
	return {
		authUrl: demo.auth_url,
		baseUrl: demo.base_url,
		clientId: demo.client_id,
		clientSecret: demo.client_secret,
	};
}

const screen = createScreen(process.stdout, process.env);
const stopping = new AbortController();
process.on("SIGINT", () => stopping.abort());
try {
	const options = readArguments(process.argv.slice(2));
	const client = createClient(await merchantSettings());
	const secret = WEBHOOK_SECRET || `whsec_${randomBytes(32).toString("base64")}`;
	if (options.forwardTo !== undefined && !WEBHOOK_SECRET) screen.line(`Events are signed with ${secret}`);
	screen.line("Waiting for events; Ctrl+C ends.");
	await listen({ ...options, client, secret, screen, now: Date.now, signal: stopping.signal });
} catch (error) {
	if (!(error instanceof Advice || error instanceof CallError)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
}
