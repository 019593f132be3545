export const services = ["customer", "plan", "transaction", "eft", "event"] as const;

export type Service = (typeof services)[number];

/** The `:read` form allows requests that only read. */
export type Scope = Service | `${Service}:read`;

/** Each service, then each narrowed. */
export const scopes: readonly [Scope, ...Scope[]] = [
	...services,
	...services.map((service) => `${service}:read` as const),
];

export function isScope(text: string): text is Scope {
	return (scopes as readonly string[]).includes(text);
}

/** `transaction` includes `transaction:read`. */
export function includesScope(held: readonly Scope[], wanted: Scope): boolean {
	return held.includes(wanted) || held.includes(wanted.replace(/:read$/, "") as Service);
}

/** Sorts scopes and removes those that another one includes. */
export function simplifyScopes(given: readonly Scope[]): Scope[] {
	return scopes.filter(
		(scope) => given.includes(scope) && !given.some((other) => other !== scope && includesScope([other], scope)),
	);
}
