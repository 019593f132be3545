import { z } from "zod";

const lockSchema = z.object({
	packages: z.record(
		z.string(),
		z.object({ link: z.boolean().optional(), integrity: z.string().optional(), resolved: z.string().optional() }),
	),
});

/**
 * Returns what is wrong with the packages of a lock file. npm compares a package with the hash in `integrity`; without one it installs
 * anything. `resolved` may name another server than the registry, and `npm audit` asks the registry alone.
 *
 * @param lock text of package-lock.json
 */
export function unlockedPackages(lock: string): string[] {
	const { packages } = lockSchema.parse(JSON.parse(lock));
	return Object.entries(packages).flatMap(([path, { link, integrity, resolved }]) => {
		if (!path.includes("node_modules/") || link) return [];
		return [
			...(integrity?.startsWith("sha512-")
				? []
				: [`${path} has no sha512 in integrity: any content would be installed.`]),
			...(resolved === undefined ? [] : [`${path} comes from ${resolved}, and not from npm's registry.`]),
		];
	});
}
