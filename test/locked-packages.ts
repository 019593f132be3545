import { z } from "zod";

const lockSchema = z.object({
	packages: z.record(
		z.string(),
		z.object({ link: z.boolean().optional(), integrity: z.string().optional(), resolved: z.string().optional() }),
	),
});

/**
 * Returns what is wrong with the packages of a lock file. npm installs what has the hash of `integrity`, and anything without one.
 * `resolved` names where npm gets it from, also a server that is not the registry, whose vulnerabilities nobody lists.
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
