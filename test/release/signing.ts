import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { problemOf, run } from "../run/command.ts";

/** ssh-keygen(1): keeps signatures of releases apart from those of other uses of the key. */
const namespace = "cardseal-release";
const signer = "release";

const sumsName = "SHA256SUMS";

/** Returns the checksums of a folder's files as sha256sum(1) writes them, in the order of their names. */
export async function sumsOf(folder: string): Promise<string> {
	const names = (await readdir(folder)).filter((name) => !name.startsWith(sumsName)).sort();
	const lines = names.map(async (name) => {
		const sum = createHash("sha256").update(await readFile(join(folder, name)));
		return `${sum.digest("hex")}  ${name}\n`;
	});
	return (await Promise.all(lines)).join("");
}

/**
 * Writes `SHA256SUMS` and its signature beside the files.
 *
 * @param key file of the private key, or of the public one if ssh-agent has the private key
 * @param allowedSigners file that names the keys that may sign
 * @throws Error if the key is not among them, because the release could not be verified
 */
export async function sign(folder: string, key: string, allowedSigners: string): Promise<void> {
	const sums = join(folder, sumsName);
	writeFileSync(sums, await sumsOf(folder));
	const problem = await problemOf("ssh-keygen", ["-q", "-Y", "sign", "-n", namespace, "-f", key, sums]);
	if (problem !== undefined) throw new Error(problem);
	const wrong = await problemOfSignature(folder, allowedSigners);
	if (wrong !== undefined) throw new Error(`The key is none of ${allowedSigners}. ${wrong}`);
}

/** Verifies a folder as the user of a release does. */
export async function problemOfSignature(folder: string, allowedSigners: string): Promise<string | undefined> {
	const sums = join(folder, sumsName);
	const verify = `ssh-keygen -Y verify -f "$1" -I ${signer} -n ${namespace} -s "$2.sig" < "$2"`;
	const { code, output } = await run("sh", ["-c", verify, "sh", allowedSigners, sums]);
	if (code !== 0) return output.trim();
	return readFileSync(sums, "utf8") === (await sumsOf(folder)) ? undefined : `A file differs from ${sumsName}.`;
}
