import { METHOD_NAME_ALL } from "hono/router";
import { patternOf } from "./route-pattern.ts";

/** Words of other gateways' paths, by ours. */
const ourWords: Readonly<Record<string, string>> = {
	charge: "sale",
	payment: "sale",
	purchase: "sale",
	auth: "authorize",
	authorization: "authorize",
	hold: "authorize",
	webhook: "endpoint",
};

/** Excludes pages and the web application's own API. */
const ofServices = /^\/(?:[a-z]+-service(?:-vt)?|oauth)\//;

const ofPages = /^\/(?:app|pay)(?:\/|$)/;

interface KnownRoute {
	method: string;
	pattern: string;
	words: string[];
	segments: number;
}

export function findSimilar(
	routes: readonly { method: string; path: string }[],
): (method: string, path: string) => string | undefined {
	const known = routes
		.filter(({ method, path }) => method !== METHOD_NAME_ALL && ofServices.test(path))
		.map(({ method, path }): KnownRoute => {
			const pattern = patternOf(path);
			const words = segmentsOf(pattern).filter((segment) => !segment.startsWith("{"));
			return { method, pattern, words, segments: segmentsOf(pattern).length };
		});
	return (method, path) => {
		if (ofPages.test(path)) return undefined;
		const segments = segmentsOf(path).filter((segment) => !/^v[0-9]+$/i.test(segment));
		const asked = new Set(segments.map(wordOf));
		const candidates = known
			.filter(({ words }) => words.slice(1).some((word) => asked.has(word)))
			.map((route) => ({ route, distance: distance(route, { method, asked, count: segments.length }) }));
		const [nearest] = candidates.sort((one, other) => one.distance - other.distance);
		return nearest && `${nearest.route.method} ${nearest.route.pattern}`;
	};
}

function segmentsOf(path: string): string[] {
	return path.split("/").filter((segment) => segment !== "");
}

function wordOf(segment: string): string {
	const singular = segment.toLowerCase().replace(/s$/, "");
	return Object.hasOwn(ourWords, singular) ? String(ourWords[singular]) : singular;
}

function distance(
	{ method, words, segments }: KnownRoute,
	asked: { method: string; asked: ReadonlySet<string>; count: number },
): number {
	const found = words.filter((word) => asked.asked.has(word)).length;
	const isOtherMethod = method === asked.method ? 0 : 1;
	const missing = asked.asked.has(words[0] ?? "") ? 0 : 1;
	return (words.length - 2 * found) * 100 + Math.abs(segments - missing - asked.count) * 10 + isOtherMethod;
}
