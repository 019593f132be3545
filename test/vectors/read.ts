import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Parses a file of this folder as the given type. */
export function readVectors<Vectors>(name: string): Vectors {
	return JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8"));
}
