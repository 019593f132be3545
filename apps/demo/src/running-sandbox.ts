import { join } from "node:path";
import { ConfigError } from "@cardseal/gateway";
import { takeLock } from "@cardseal/local-postgres";
import { Advice } from "./first-sale/advice.ts";
import { readMerchantSettings } from "./first-sale/demo-file.ts";
import { getBearerToken } from "./first-sale/merchant.ts";

const otherPlaces = "Stop it, or choose others: PORT=9080 SHOP_PORT=9081 DATA_DIR=data2";

/** @throws ConfigError when a sandbox runs on the directory */
export async function refuseSecondSandbox(dataDirectory: string): Promise<void> {
	const address = await findRunningSandbox(dataDirectory);
	if (address === undefined) return;
	throw new ConfigError(`A sandbox at ${address} already runs on ${dataDirectory}. ${otherPlaces}`);
}

/**
 * @returns unlocks the directory
 * @throws ConfigError when another sandbox has it
 */
export async function lockDataDirectory(dataDirectory: string): Promise<() => Promise<void>> {
	const unlock = await takeLock(join(dataDirectory, "sandbox.lock"));
	if (unlock !== undefined) return unlock;
	throw new ConfigError(`Another sandbox starts, runs or stops on ${dataDirectory}. ${otherPlaces}`);
}

/** Only the sandbox of this directory knows the client of `demo.json`. */
async function findRunningSandbox(dataDirectory: string): Promise<string | undefined> {
	try {
		const settings = await readMerchantSettings(dataDirectory);
		await getBearerToken(settings);
		return settings.auth_url;
	} catch (error) {
		// The file is missing, or another program serves its address.
		if (error instanceof Advice) return undefined;
		throw error;
	}
}
