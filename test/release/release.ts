import { globSync, readFileSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { run } from "../run/command.ts";
import { sumsOf } from "./signing.ts";

const manifestSchema = z.object({
	name: z.string(),
	version: z.string(),
	private: z.boolean().default(false),
	repository: z.unknown().optional(),
});

const sbomSchema = z.looseObject({ metadata: z.looseObject({}) });

export interface PublishedPackage {
	/** Relative to the repository. */
	folder: string;
	name: string;
	version: string;
	hasRepository: boolean;
}

/** Checks an installed clone; returns what forbids the release. */
export type Gate = (clone: string) => Promise<string[]>;

export interface Release {
	version: string;
	/** The reasons that forbid the release. */
	refusals: string[];
}

/** Lists the packages that npm publishes. */
export function publishedPackages(repository: string): PublishedPackage[] {
	return globSync("packages/*/package.json", { cwd: repository })
		.sort()
		.map((path) => ({ path, manifest: readManifest(join(repository, path)) }))
		.filter(({ manifest }) => !manifest.private)
		.map(({ path, manifest: { name, version, repository } }) => {
			return { folder: dirname(path), name, version, hasRepository: repository !== undefined };
		});
}

/** Returns what forbids a release of these sources, before anything is built. */
export async function refusalsOfSources(repository: string): Promise<string[]> {
	const { version } = readManifest(join(repository, "package.json"));
	const changelog = await readFile(join(repository, "CHANGELOG.md"), "utf8");
	const packages = publishedPackages(repository);
	const dated = new RegExp(`^## ${version.replaceAll(".", "\\.")} - \\d{4}-\\d{2}-\\d{2}$`, "m");
	return [
		...((await output("git", ["status", "--porcelain"], repository)) === ""
			? []
			: ["The work tree has changes that are not committed."]),
		...(dated.test(changelog) ? [] : [`CHANGELOG.md has no heading "## ${version} - YYYY-MM-DD".`]),
		...packages
			.filter((one) => one.version !== version)
			.map((one) => `${one.name} has the version ${one.version}, the project ${version}.`),
		// npm refuses provenance for a package that does not name the repository it was built from.
		...packages.filter((one) => !one.hasRepository).map((one) => `${one.name} names no repository in package.json.`),
	];
}

/**
 * Installs the committed sources in two clones, builds both, and compares the bytes. Runs no script of a package that the gate refuses:
 * nothing is built then.
 *
 * @param directory takes the clones, and in `files` what is released
 * @param gate runs in the first clone, whose packages are installed
 */
export async function buildRelease(repository: string, directory: string, gate: Gate): Promise<Release> {
	const { version } = readManifest(join(repository, "package.json"));
	const refusals = await refusalsOfSources(repository);
	const commit = await output("git", ["rev-parse", "HEAD"], repository);
	await rm(directory, { recursive: true, force: true });
	const clones = await Promise.all(
		["first", "second"].map((name) => installClone(repository, commit, join(directory, name))),
	);
	const [first = "", second = ""] = clones;
	const refusedPackages = await gate(first);
	if (refusedPackages.length > 0) return { version, refusals: [...refusals, ...refusedPackages] };
	const [sums, again] = await Promise.all([
		buildFiles(first, join(directory, "files")),
		buildFiles(second, join(directory, "second/files")),
	]);
	const differing = sums.filter((line) => !again.includes(line));
	refusals.push(...differing.map((line) => `Two builds give different bytes: ${line.split("  ")[1]}.`));
	return { version, refusals };
}

/** Returns the folder of the clone. No script of a package has run. */
async function installClone(repository: string, commit: string, directory: string): Promise<string> {
	// npm writes the folder's name into the list of components.
	const { name } = readManifest(join(repository, "package.json"));
	const clone = join(directory, name);
	await mkdir(directory, { recursive: true });
	await output("git", ["clone", "--quiet", "--no-checkout", repository, clone], repository);
	await output("git", ["checkout", "--quiet", "--detach", commit], clone);
	await output("npm", ["ci", "--prefer-offline", "--ignore-scripts"], clone);
	return clone;
}

/** Returns a line with the checksum of each file. */
async function buildFiles(clone: string, files: string): Promise<string[]> {
	await mkdir(files, { recursive: true });
	await output("npm", ["run", "--silent", "build"], clone);
	const folders = publishedPackages(clone).map(({ folder }) => `./${folder}`);
	await output("npm", ["pack", `--pack-destination=${files}`, ...folders], clone);
	await writeFile(join(files, "sbom.cdx.json"), await componentsOf(clone));
	return (await sumsOf(files)).trimEnd().split("\n");
}

/** Lists what production installs (CycloneDX), with the commit's time and without a random number. */
async function componentsOf(clone: string): Promise<string> {
	const list = await output("npm", ["sbom", "--sbom-format=cyclonedx", "--omit=dev"], clone);
	const { serialNumber: _random, metadata, ...rest } = sbomSchema.parse(JSON.parse(list));
	const timestamp = await output("git", ["show", "--no-patch", "--format=%cI", "HEAD"], clone);
	return `${JSON.stringify({ ...rest, metadata: { ...metadata, timestamp } }, undefined, "\t")}\n`;
}

function readManifest(path: string): z.infer<typeof manifestSchema> {
	return manifestSchema.parse(JSON.parse(readFileSync(path, "utf8")));
}

/** The signing key and CI's identity. An empty variable counts as missing. */
const secrets = [
	"RELEASE_KEY",
	"SSH_AUTH_SOCK",
	"SIGSTORE_ID_TOKEN",
	"ACTIONS_ID_TOKEN_REQUEST_TOKEN",
	"ACTIONS_ID_TOKEN_REQUEST_URL",
	"NODE_AUTH_TOKEN",
	"NPM_TOKEN",
];

/** Runs a command without the secrets, because the build runs packages' code. @throws when it fails */
async function output(command: string, args: readonly string[], directory: string): Promise<string> {
	const environment = Object.fromEntries(secrets.map((name) => [name, ""]));
	const { code, stdout, output } = await run(command, args, { directory, environment, timeoutSeconds: 1800 });
	if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed in ${directory}.\n${output.trimEnd()}`);
	return stdout.trim();
}
