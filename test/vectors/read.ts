import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A file of this folder, parsed. The type describes what the file is known to hold. */
export function readVectors<Vectors>(name: string): Vectors {
	return JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8"));
}
