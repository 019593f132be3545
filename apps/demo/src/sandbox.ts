import { type Config, createLog, type Gateway, readConfig, startGateway } from "@cardseal/gateway";
import { startShop } from "@cardseal/shop";

export interface Sandbox {
	gatewayUrl: string;
	shopUrl: string;
	gateway: Gateway;
	stop(): Promise<void>;
}

export interface SandboxOptions {
	/** The settings, as the environment writes them. */
	environment: Record<string, string | undefined>;
}

/**
 * Starts all of it on this machine: database, gateway, demo merchants and the shop.
 *
 * @throws ConfigError for settings that cannot work
 */
export async function startSandbox({ environment }: SandboxOptions): Promise<Sandbox> {
	const config = readConfig({ SANDBOX: "1", ...environment });
	const log = createLog({ level: config.logLevel });
	const gateway = await startGateway(config, log);
	try {
		const shop = await openShop(config, gateway, log);
		return {
			gatewayUrl: gateway.publicUrl,
			shopUrl: shop.url,
			gateway,
			async stop() {
				await shop.stop();
				await gateway.stop();
			},
		};
	} catch (error) {
		await gateway.stop();
		throw error;
	}
}

async function openShop(config: Config, { demo }: Gateway, log: ReturnType<typeof createLog>) {
	if (demo === undefined) throw new Error("The shop needs a sandbox: leave SANDBOX at 1.");
	const { auth_url, base_url, client_id, client_secret, public_key, shop_url } = demo.content;
	return startShop({
		port: config.shopPort,
		publicUrl: shop_url,
		gateway: {
			authUrl: auth_url,
			baseUrl: base_url,
			clientId: client_id,
			clientSecret: client_secret,
			publicKey: public_key,
		},
		dataDirectory: config.dataDirectory,
		now: () => Date.now(),
		log: ({ level, message }) => log[level]({ shop: message }),
	});
}
