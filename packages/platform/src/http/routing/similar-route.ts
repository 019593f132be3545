import { METHOD_NAME_ALL } from "hono/router";
import { patternOf } from "./route-pattern.ts";

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

export function findSimilar(
	routes: readonly { method: string; path: string }[],
): (method: string, path: string) => string | undefined {
	const known = routes
		.filter(({ method, path }) => method !== METHOD_NAME_ALL && ofServices.test(path))
		.map(({ method, path }) => {
			const pattern = patternOf(path);
			const segments = segmentsOf(pattern);
			const words = segments.filter((segment) => !segment.startsWith("{"));
			return { method, pattern, words, count: segments.length };
		});
	return (method, path) => {
		if (ofPages.test(path)) return undefined;
		const segments = segmentsOf(path).filter((segment) => !/^v[0-9]+$/i.test(segment));
		const asked = new Set(segments.map(wordOf));
		const distanceOf = ({ words, count, ...route }: (typeof known)[number]) => {
			const found = words.filter((word) => asked.has(word)).length;
			const missing = asked.has(words[0] ?? "") ? 0 : 1;
			const isOtherMethod = route.method === method ? 0 : 1;
			return (words.length - 2 * found) * 100 + Math.abs(count - missing - segments.length) * 10 + isOtherMethod;
		};
		const [nearest] = known
			.filter(({ words }) => words.slice(1).some((word) => asked.has(word)))
			.sort((one, other) => distanceOf(one) - distanceOf(other));
		return nearest && `${nearest.method} ${nearest.pattern}`;
	};
}

function segmentsOf(path: string): string[] {
	return path.split("/").filter((segment) => segment !== "");
}

function wordOf(segment: string): string {
	const singular = segment.toLowerCase().replace(/s$/, "");
	return Object.hasOwn(ourWords, singular) ? String(ourWords[singular]) : singular;
}
