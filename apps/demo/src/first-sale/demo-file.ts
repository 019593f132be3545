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
	const settings = parse(await readText(path, shown));
	if (isMerchantSettings(settings)) return settings;
	throw new Advice(`${shown} is incomplete or invalid. Start the sandbox again, which writes it: npm start`);
}

async function readText(path: string, shown: string): Promise<string> {
	try {
		return await readFile(path, "utf8");
	} catch (error) {
		if (codeOf(error) === "ENOENT") {
			throw new Advice(
				`There is no ${shown} yet. Start the sandbox in another terminal and wait until it is ready: npm start\n` +
					"If its data is in another directory, set it for this command as well: DATA_DIR=<folder>",
			);
		}
		throw new Advice(`${shown} cannot be read (${codeOf(error)}). Run this as the user who started the sandbox.`);
	}
}

function codeOf(error: unknown): string {
	return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function isMerchantSettings(value: unknown): value is MerchantSettings {
	if (typeof value !== "object" || value === null) return false;
	return neededFields.every((name) => name in value && typeof (value as Record<string, unknown>)[name] === "string");
}
