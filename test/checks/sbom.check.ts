import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { problemOf, root } from "../run/command.ts";
import { testChecks } from "./check.ts";

const sbomPath = "dist/sbom.cdx.json";

const cycloneDx = z.object({
	bomFormat: z.literal("CycloneDX"),
	// npm builds this reference from name and version.
	components: z.array(z.object({ "bom-ref": z.string() })),
});

const manifest = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });

/** PCI DSS 4.0.1 6.3.2: a list of all components. */
testChecks([
	{
		name: "P-21 npm run sbom writes a CycloneDX file",
		problem: () => problemOf("npm", ["run", "--silent", "sbom"]),
	},
	{ name: "P-21 the file lists every direct dependency in its exact version", problem: missingComponents },
	{ name: "the Containerfile has the checksum of the Node that package.json names", problem: otherNode },
]);

async function missingComponents(): Promise<string[]> {
	const { components } = cycloneDx.parse(JSON.parse(await readFile(join(root, sbomPath), "utf8")));
	const listed = new Set(components.map((component) => component["bom-ref"]));
	const direct = await directDependencies();
	if (direct.length === 0) throw new Error("No package.json of ours lists a dependency, which cannot be.");
	return direct.filter((dependency) => !listed.has(dependency)).map((dependency) => `${dependency} is missing.`);
}

/** The build of the image refuses a Node with another checksum. Tells it on Linux only, whose Node the image has. */
async function otherNode(): Promise<string | undefined> {
	const architecture = { x64: "AMD64", arm64: "ARM64" }[process.arch as string];
	if (process.platform !== "linux" || architecture === undefined) return undefined;
	const bytes = await readFile(join(root, "node_modules/node/bin/node"));
	const line = `ARG NODE_${architecture}=${createHash("sha256").update(bytes).digest("hex")}`;
	const containerfile = await readFile(join(root, "Containerfile"), "utf8");
	return containerfile.split("\n").includes(line) ? undefined : `The Containerfile lacks the line ${line}`;
}

async function directDependencies(): Promise<string[]> {
	const paths = globSync(["packages/*/package.json", "apps/*/package.json"], { cwd: root });
	const manifests = await Promise.all(
		paths.map(async (path) => manifest.parse(JSON.parse(await readFile(join(root, path), "utf8")))),
	);
	return manifests.flatMap(({ dependencies }) =>
		Object.entries(dependencies).map(([name, version]) => `${name}@${version}`),
	);
}
