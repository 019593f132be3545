import { ConfigError } from "@cardseal/gateway";
import { Advice } from "./first-sale/advice.ts";
import { readMerchantSettings } from "./first-sale/demo-file.ts";
import { getBearerToken } from "./first-sale/merchant.ts";

/**
 * Keeps a second sandbox off a data directory: it would put its own addresses into the `demo.json` of the first, where
 * they would lead nowhere as soon as it stops.
 *
 * @throws ConfigError when a sandbox runs on the directory
 */
export async function refuseSecondSandbox(dataDirectory: string): Promise<void> {
	const address = await findRunningSandbox(dataDirectory);
	if (address === undefined) return;
	throw new ConfigError(
		`A sandbox at ${address} runs on ${dataDirectory} already. Stop it, or choose others: PORT=9080 SHOP_PORT=9081 DATA_DIR=data2`,
	);
}

/** Only the sandbox of this very directory knows the client that its `demo.json` names. */
async function findRunningSandbox(dataDirectory: string): Promise<string | undefined> {
	try {
		const settings = await readMerchantSettings(dataDirectory);
		await getBearerToken(settings);
		return settings.auth_url;
	} catch (error) {
		// There is no such file, or nobody at its address, or somebody else.
		if (error instanceof Advice) return undefined;
		throw error;
	}
}
