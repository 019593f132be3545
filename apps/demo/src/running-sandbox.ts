import { ConfigError } from "@cardseal/gateway";
import { Advice } from "./first-sale/advice.ts";
import { readMerchantSettings } from "./first-sale/demo-file.ts";
import { getBearerToken } from "./first-sale/merchant.ts";

/**
 * Refuses a second sandbox on the same data directory: it would replace the addresses in the `demo.json` of the first.
 *
 * @throws ConfigError when a sandbox runs on the directory
 */
export async function refuseSecondSandbox(dataDirectory: string): Promise<void> {
	const address = await findRunningSandbox(dataDirectory);
	if (address === undefined) return;
	throw new ConfigError(
		`A sandbox at ${address} already runs on ${dataDirectory}. Stop it, or choose others: PORT=9080 SHOP_PORT=9081 DATA_DIR=data2`,
	);
}

/** Signs in with the client of `demo.json`, which only the sandbox of this directory knows. */
async function findRunningSandbox(dataDirectory: string): Promise<string | undefined> {
	try {
		const settings = await readMerchantSettings(dataDirectory);
		await getBearerToken(settings);
		return settings.auth_url;
	} catch (error) {
		// The file is missing, or its address is not served by this sandbox.
		if (error instanceof Advice) return undefined;
		throw error;
	}
}
