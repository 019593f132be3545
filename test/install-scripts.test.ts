import { expect, test } from "vitest";
import { unreviewedScripts } from "./install-scripts.ts";

const lock = JSON.stringify({
	packages: {
		"": {},
		"node_modules/plain": {},
		"node_modules/@scope/native": { hasInstallScript: true },
		"apps/one/node_modules/nested": { hasInstallScript: true },
	},
});
const manifest = (allowScripts: Record<string, boolean>) => JSON.stringify({ name: "one", allowScripts });

test("each package with an install script is allowed or denied by name", () => {
	expect(unreviewedScripts(manifest({ "@scope/native": true, nested: false }), lock)).toEqual([]);
});

test("a package with an install script that nobody has read is reported, at any depth", () => {
	expect(unreviewedScripts(JSON.stringify({ name: "one" }), lock)).toEqual([
		"@scope/native has an install script: read it, then name the package in allowScripts.",
		"nested has an install script: read it, then name the package in allowScripts.",
	]);
});

test("a name that no longer has an install script is reported", () => {
	const named = manifest({ "@scope/native": true, nested: false, plain: true });
	expect(unreviewedScripts(named, lock)).toEqual(["allowScripts names plain, which has no install script."]);
});
