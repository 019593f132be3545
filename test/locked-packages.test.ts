import { expect, test } from "vitest";
import { unlockedPackages } from "./locked-packages.ts";

const lockOf = (packages: Record<string, object>) => JSON.stringify({ packages });

test("a package with a hash, a workspace and a link to one are locked", () => {
	const packages = {
		"": {},
		"apps/one": {},
		"node_modules/one": { link: true, resolved: "apps/one" },
		"node_modules/locked": { integrity: "sha512-AAAA" },
	};
	expect(unlockedPackages(lockOf(packages))).toEqual([]);
});

test("a package without a hash, with a weak one, or from another server is reported, at any depth", () => {
	const packages = {
		"node_modules/open": {},
		"apps/one/node_modules/weak": { integrity: "sha1-AAAA" },
		"node_modules/elsewhere": { integrity: "sha512-AAAA", resolved: "https://packages.example/elsewhere.tgz" },
	};
	expect(unlockedPackages(lockOf(packages))).toEqual([
		"node_modules/open has no sha512 in integrity: any content would be installed.",
		"apps/one/node_modules/weak has no sha512 in integrity: any content would be installed.",
		"node_modules/elsewhere comes from https://packages.example/elsewhere.tgz, and not from npm's registry.",
	]);
});
