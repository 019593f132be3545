const patterns = new Map<string, string>();

/** Returns `none` for an unknown address. */
export function patternOf(route: string): string {
	const known = patterns.get(route);
	if (known !== undefined) return known;
	const pattern = route.endsWith("*") ? "none" : route.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, "{$1}");
	patterns.set(route, pattern);
	return pattern;
}
