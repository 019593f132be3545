import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { problemOf } from "../run/command.ts";
import { refusalsOfPlace } from "./publishing.ts";
import { buildRelease, refusalsOfSources } from "./release.ts";

const packages = ["packages/one", "packages/two", "packages/inner"];

let directory: string;
let repository: string;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-release-"));
	repository = join(directory, "repository");
	const one = { name: "one", version: "1.2.3", files: ["made.js"], repository: "github:example/one" };
	const inner = { name: "inner", version: "0.0.0", private: true };
	await writeAll({
		"package.json": {
			name: "all",
			version: "1.2.3",
			private: true,
			workspaces: packages,
			scripts: { build: "node build.mjs" },
		},
		"package-lock.json": lock(),
		"packages/one/package.json": one,
		"packages/two/package.json": { ...one, name: "two" },
		"packages/inner/package.json": inner,
		"build.mjs": `import { writeFileSync } from "node:fs";
			const secrets = ["RELEASE_KEY", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"].filter((name) => process.env[name]);
			writeFileSync("environment", JSON.stringify(secrets));
			writeFileSync("packages/one/made.js", "1;");
			writeFileSync("packages/two/made.js", String(process.hrtime.bigint()));`,
		"CHANGELOG.md": "# Changelog\n\n## 1.2.3 - 2026-01-31\n",
		".gitignore": "made.js\nnode_modules/\n",
	});
	await git("init", "--quiet");
	await commit("Begin");
});

afterAll(() => rm(directory, { recursive: true, force: true }));

function lock() {
	const links = packages.map((folder) => [`node_modules/${folder.split("/")[1]}`, { resolved: folder, link: true }]);
	const own = packages.map((folder) => [folder, {}]);
	return {
		name: "all",
		version: "1.2.3",
		lockfileVersion: 3,
		packages: Object.fromEntries([["", { workspaces: packages }], ...links, ...own]),
	};
}

async function writeAll(files: Record<string, unknown>): Promise<void> {
	for (const [path, content] of Object.entries(files)) {
		await mkdir(dirname(join(repository, path)), { recursive: true });
		await writeFile(join(repository, path), typeof content === "string" ? content : JSON.stringify(content));
	}
}

async function git(...args: string[]): Promise<void> {
	const problem = await problemOf("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
		directory: repository,
	});
	if (problem !== undefined) throw new Error(problem);
}

async function commit(subject: string): Promise<void> {
	await git("add", "--all");
	await git("commit", "--quiet", `--message=${subject}`);
}

test("published packages are built twice, and those that differ are named", async () => {
	const clones: string[] = [];
	vi.stubEnv("RELEASE_KEY", "key").stubEnv("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "token");
	onTestFinished(() => void vi.unstubAllEnvs());
	const release = await buildRelease(repository, join(directory, "built"), async (clone) => {
		clones.push(...(await readdir(clone)), ...(await readdir(join(clone, "packages/one"))));
		return [];
	});
	const files = join(directory, "built/files");

	// Neither the archive of the other package nor the list of components differs.
	expect(release).toEqual({ version: "1.2.3", refusals: ["Two builds give different bytes: two-1.2.3.tgz."] });
	expect(clones).toContain("node_modules");
	expect(clones).not.toContain("made.js");
	expect((await readdir(files)).sort()).toEqual(["one-1.2.3.tgz", "sbom.cdx.json", "two-1.2.3.tgz"]);
	expect(JSON.parse(await readFile(join(files, "sbom.cdx.json"), "utf8")).metadata.component.name).toBe("all");
	expect(await readFile(join(directory, "built/first/all/environment"), "utf8")).toBe("[]");
}, 240_000);

test("packages that the gate refuses build nothing", async () => {
	const release = await buildRelease(repository, join(directory, "refused"), async () => ["a package is unsafe"]);
	expect(release).toEqual({ version: "1.2.3", refusals: ["a package is unsafe"] });
	expect(await readdir(join(directory, "refused"))).toEqual(["first", "second"]);
}, 120_000);

test("each reason to refuse the sources is named", async () => {
	expect(await refusalsOfSources(repository)).toEqual([]);
	await writeAll({
		"CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n## 1.2.30 - 2026-01-31\n",
		"packages/one/package.json": { name: "one", version: "1.2.2" },
	});
	expect(await refusalsOfSources(repository)).toEqual([
		"The work tree has changes that are not committed.",
		'CHANGELOG.md has no heading "## 1.2.3 - YYYY-MM-DD".',
		"one has the version 1.2.2, the project 1.2.3.",
		"one names no repository in package.json.",
	]);
});

test("only a CI run with an identity and a key publishes", () => {
	expect(refusalsOfPlace({})).toHaveLength(2);
	expect(refusalsOfPlace({ CI: "true", RELEASE_KEY: "key" })).toEqual([expect.stringContaining("OIDC")]);
	expect(refusalsOfPlace({ ACTIONS_ID_TOKEN_REQUEST_URL: "https://a.example" })).toEqual([
		expect.stringContaining("RELEASE_KEY"),
	]);
	expect(refusalsOfPlace({ SIGSTORE_ID_TOKEN: "token", RELEASE_KEY: "key" })).toEqual([]);
});
