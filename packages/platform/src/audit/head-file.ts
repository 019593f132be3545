import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ConfigError } from "../config-error.ts";
import type { Head } from "./chain.ts";

const headSchema = z.object({ sequence: z.int().positive(), seal: z.string().regex(/^[0-9a-f]{64}$/) });

export function headFileIn(dataDirectory: string): string {
	return join(dataDirectory, "audit-head.json");
}

/** @throws ConfigError when the file contains no head */
export async function readHead(file: string): Promise<Head | undefined> {
	try {
		return headSchema.parse(JSON.parse(await readFile(file, "utf8")));
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
		throw new ConfigError(`${file} cannot be read. It stores the end of the audit log: find out what happened to it.`, {
			cause: error,
		});
	}
}
