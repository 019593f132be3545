/**
 * `npm run release`: builds the published packages and the list of components twice from the commit, compares the bytes, signs
 * their checksums, and publishes. `npm run release -- --check` does everything but signing and publishing, and lists each reason to
 * refuse. The files are in `dist/release/files`. See docs/operate/releases.md.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../run/command.ts";
import { installations } from "./installations.ts";
import type { Verdict } from "./npm-answer.ts";
import { publish, refusalsOfPlace } from "./publishing.ts";
import { buildRelease, publishedPackages, refusalsOfSources } from "./release.ts";
import { checkSignatures } from "./signatures.ts";
import { sign, sumsOf } from "./signing.ts";
import { findVulnerabilities, problemsOfAllowed, readAllowed } from "./vulnerabilities.ts";

const { check } = parseArgs({ options: { check: { type: "boolean", default: false } } }).values;
const directory = join(root, "dist/release");
const files = join(directory, "files");

function refusalsOf(what: string, verdict: Verdict): string[] {
	if (!verdict.checked) return [`${what}: not checked. ${verdict.why}`];
	return verdict.problems.map((problem) => `${what}: ${problem}`);
}

async function gate(clone: string): Promise<string[]> {
	const allowed = readAllowed();
	const found = installations.map(async (folder) =>
		refusalsOf(`Known vulnerabilities in ${folder}`, await findVulnerabilities(join(clone, folder), allowed)),
	);
	const unsigned = refusalsOf("Signatures of packages", await checkSignatures(clone));
	return [...problemsOfAllowed(allowed, new Date()), ...(await Promise.all(found)).flat(), ...unsigned];
}

function stopIf(refusals: readonly string[]): void {
	if (refusals.length === 0) return;
	console.error(`No release:\n  ${refusals.join("\n  ")}`);
	process.exit(1);
}

// Cheap ones first; a check reports all of them together.
if (!check) stopIf([...refusalsOfPlace(process.env), ...(await refusalsOfSources(root))]);
console.log("Building twice …");
const { version, refusals } = await buildRelease(root, directory, gate);
stopIf(refusals);
console.log(await sumsOf(files));
if (check) console.log(`${version} can be released.`);
else {
	await sign(files, process.env.RELEASE_KEY ?? "", join(root, "allowed_signers"));
	for (const one of publishedPackages(root)) {
		const archive = `${one.name.replace("@", "").replace("/", "-")}-${one.version}.tgz`;
		await publish(join(files, archive), one.name, one.version);
	}
	console.log(`Published ${version}. Add the files of ${files} to the release.`);
}
