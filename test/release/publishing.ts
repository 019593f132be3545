import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { run } from "../run/command.ts";

/** Set by CI systems that identify a run by OpenID Connect: npm signs the provenance with that identity. */
const identities = ["ACTIONS_ID_TOKEN_REQUEST_URL", "SIGSTORE_ID_TOKEN"];

/** Returns what forbids publishing from this machine. */
export function refusalsOfPlace(environment: Record<string, string | undefined>): string[] {
	return [
		...(identities.some((name) => environment[name]) ? [] : ["Provenance needs a CI run with OIDC (id-token: write)."]),
		...(environment.RELEASE_KEY ? [] : ["RELEASE_KEY must name the file of an SSH key of allowed_signers."]),
	];
}

/**
 * Publishes an archive, unless npm has it already: a release that was interrupted is completed by running it again.
 *
 * @throws Error if npm has other bytes under this version
 */
export async function publish(archive: string, name: string, version: string): Promise<void> {
	const integrity = `sha512-${createHash("sha512")
		.update(await readFile(archive))
		.digest("base64")}`;
	const known = await run("npm", ["view", `${name}@${version}`, "dist.integrity"]);
	const published = known.code === 0 ? known.stdout.trim() : "";
	if (published === integrity) return;
	if (published !== "") throw new Error(`npm has other bytes as ${name}@${version}: ${published}`);
	const { code, output } = await run("npm", ["publish", archive, "--provenance", "--access=public"]);
	if (code !== 0) throw new Error(`npm did not take ${name}@${version}.\n${output.trimEnd()}`);
}
