import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { DemoFile } from "@cardseal/gateway";
import { Advice } from "./advice.ts";

const neededFields = ["auth_url", "base_url", "client_id", "client_secret", "public_key"] as const;

export type MerchantSettings = Pick<DemoFile, (typeof neededFields)[number]>;

/**
 * Reads `demo.json`, which the sandbox writes.
 *
 * @throws Advice when the file is missing or invalid
 */
export async function readMerchantSettings(dataDirectory: string): Promise<MerchantSettings> {
	const path = join(resolve(dataDirectory), "demo.json");
	const shown = relative(process.cwd(), path);
	const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
		throw new Advice(
			error.code === "ENOENT"
				? `There is no ${shown} yet. Start the sandbox in another terminal and wait until it is ready: npm start\n` +
						"If its data is in another directory, set it for this command as well: DATA_DIR=<folder>"
				: `${shown} cannot be read (${error.code}). Run this as the user who started the sandbox.`,
		);
	});
	try {
		const settings = JSON.parse(text);
		if (neededFields.every((name) => typeof settings[name] === "string")) return settings;
	} catch {
		// Handled as an incomplete file.
	}
	throw new Advice(`${shown} is incomplete or invalid. Start the sandbox again, which writes it: npm start`);
}
