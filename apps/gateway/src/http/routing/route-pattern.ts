const patterns = new Map<string, string>();

/** Returns a route's pattern as documentation writes it, and `none` for an unknown address. */
export function patternOf(route: string): string {
	const known = patterns.get(route);
	if (known !== undefined) return known;
	const pattern = route.endsWith("*") ? "none" : route.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, "{$1}");
	// There are as many as routes.
	patterns.set(route, pattern);
	return pattern;
}
