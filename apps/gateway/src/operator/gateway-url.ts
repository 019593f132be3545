import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomically } from "@cardseal/platform";
import type { Config } from "../config.ts";

/** Holds the public URL of the last gateway with this data directory. */
const nameOfFile = "gateway-url";

export async function saveGatewayUrl({ dataDirectory }: Pick<Config, "dataDirectory">, url: string): Promise<void> {
	await writeFileAtomically(join(dataDirectory, nameOfFile), `${url}\n`, { mode: 0o644 });
}

export async function findGatewayUrl(config: Pick<Config, "publicUrl" | "dataDirectory" | "port">): Promise<string> {
	return config.publicUrl ?? (await savedUrl(config.dataDirectory)) ?? `http://localhost:${config.port}`;
}

async function savedUrl(dataDirectory: string): Promise<string | undefined> {
	try {
		const text = (await readFile(join(dataDirectory, nameOfFile), "utf8")).trim();
		return URL.canParse(text) ? text : undefined;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
}
