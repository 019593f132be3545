import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { root, run } from "../run/command.ts";
import { testChecks } from "./check.ts";

const cycloneDx = z.object({
	bomFormat: z.literal("CycloneDX"),
	// npm builds this reference from name and version.
	components: z.array(z.object({ "bom-ref": z.string() })),
});

const manifest = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });
const rootManifest = z.object({ workspaces: z.array(z.string()) });

/** PCI DSS 4.0.1 6.3.2: a list of all components. */
testChecks([
	{ name: "P-21 npm lists every direct dependency in its exact version, as CycloneDX", problem: missingComponents },
]);

async function missingComponents(): Promise<string[]> {
	const { stdout } = await run("npm", ["sbom", "--sbom-format=cyclonedx"]);
	const { components } = cycloneDx.parse(JSON.parse(stdout));
	const listed = new Set(components.map((component) => component["bom-ref"]));
	const direct = await directDependencies();
	if (direct.length === 0) throw new Error("No package.json of ours lists a dependency, which cannot be.");
	return direct.filter((dependency) => !listed.has(dependency)).map((dependency) => `${dependency} is missing.`);
}

async function directDependencies(): Promise<string[]> {
	const { workspaces } = rootManifest.parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
	const patterns = workspaces.map((workspace) => `${workspace}/package.json`);
	const paths = globSync(patterns, { cwd: root });
	const manifests = await Promise.all(
		paths.map(async (path) => manifest.parse(JSON.parse(await readFile(join(root, path), "utf8")))),
	);
	return manifests.flatMap(({ dependencies }) =>
		Object.entries(dependencies).map(([name, version]) => `${name}@${version}`),
	);
}
