import { join } from "node:path";
import {
	type Config,
	ConfigError,
	createLog,
	type Gateway,
	openSandboxOutput,
	readConfig,
	startGateway,
} from "@cardseal/gateway";
import { makeDataDirectory, takeLock } from "@cardseal/local-postgres";
import { type Log, type RunningShop, startShop } from "@cardseal/shop";
import { partnerRoutes } from "./partner/partner.route.ts";
import { createPartner } from "./partner/partner.ts";
import { partnerWords } from "./partner/partner-words.ts";

export interface Sandbox {
	gatewayUrl: string;
	shopUrl: string;
	gateway: Gateway;
	logFile: string;
	/** Stops after requests in flight. Safe to call more than once. */
	stop(): Promise<void>;
}

export interface SandboxOptions {
	environment: Record<string, string | undefined>;
	isVerbose?: boolean;
}

/** 0 lets the system choose. @throws ConfigError */
function requireTwoPorts({ port, shopPort }: Config): void {
	if (port !== shopPort || port === 0) return;
	throw new ConfigError(
		`PORT and SHOP_PORT are both ${port}: give the gateway and the shop a port each, such as PORT=9080 SHOP_PORT=9081`,
	);
}

function requireOneProcess({ workers }: Config): void {
	if (workers === 1) return;
	throw new ConfigError("npm start is one process: leave WORKERS out, or run SANDBOX=1 npm run gateway");
}

/** @throws ConfigError for settings that cannot work, and when a sandbox runs on the same data directory */
export async function startSandbox({ environment, isVerbose = false }: SandboxOptions): Promise<Sandbox> {
	const config = readConfig({ SANDBOX: "1", ...environment });
	requireTwoPorts(config);
	requireOneProcess(config);
	await makeDataDirectory(config.dataDirectory);
	const unlock = await takeLock(join(config.dataDirectory, "sandbox.lock"));
	if (unlock === undefined) {
		throw new ConfigError(
			`Another sandbox starts, runs or stops on ${config.dataDirectory}. ` +
				"Stop it, or choose others: PORT=9080 SHOP_PORT=9081 DATA_DIR=data2",
		);
	}
	try {
		const sandbox = await startLocked(config, isVerbose);
		let stopped: Promise<void> | undefined;
		return { ...sandbox, stop: () => (stopped ??= sandbox.stop().finally(unlock)) };
	} catch (error) {
		await unlock();
		throw error;
	}
}

async function startLocked(config: Config, isVerbose: boolean): Promise<Sandbox> {
	const destination = openSandboxOutput({ dataDirectory: config.dataDirectory, isVerbose });
	const log = createLog({ level: config.logLevel, destination });
	const gateway = await startGateway(config, log);
	try {
		const shop = await openShop(config, gateway, log);
		return {
			gatewayUrl: gateway.publicUrl,
			shopUrl: shop.url,
			gateway,
			logFile: join(config.dataDirectory, "gateway.log"),
			stop: () => stopBoth(shop, gateway),
		};
	} catch (error) {
		await gateway.stop();
		throw error;
	}
}

/** Stops both together: a slow shop would keep the gateway charging. */
async function stopBoth(shop: RunningShop, gateway: Gateway): Promise<void> {
	const stopping = [gateway.stop(), shop.stop()];
	await Promise.allSettled(stopping);
	await Promise.all(stopping);
}

async function openShop(config: Config, { demo }: Gateway, log: ReturnType<typeof createLog>) {
	if (demo === undefined) throw new Error("The shop needs a sandbox: leave SANDBOX at 1.");
	const { auth_url, base_url, client_id, client_secret, public_key, shop_url, partner } = demo.content;
	const writeLog: Log = (level, message) => log[level](`the shop: ${message}`);
	const partnerSettings = {
		authUrl: auth_url,
		baseUrl: base_url,
		clientId: partner.client_id,
		clientSecret: partner.client_secret,
		redirectUri: partner.redirect_uri,
	};
	return startShop({
		port: config.shopPort,
		host: config.host,
		publicUrl: shop_url,
		gateway: {
			authUrl: auth_url,
			baseUrl: base_url,
			clientId: client_id,
			clientSecret: client_secret,
			publicKey: public_key,
			// With an SMTP server, mail is sent and not stored.
			mailboxUrl: config.smtpUrl === undefined ? `${base_url}/sandbox/mailbox` : undefined,
		},
		links: () => [
			{ href: "/partner", text: partnerWords.chip },
			{ href: demo.content.dashboard_url, text: partnerWords.dashboard },
			{ href: `${base_url}/docs`, text: partnerWords.docs },
		],
		mount: (app) => partnerRoutes(app, createPartner(partnerSettings), shop_url, writeLog),
		dataDirectory: config.dataDirectory,
		now: () => Date.now(),
		log: writeLog,
	});
}
