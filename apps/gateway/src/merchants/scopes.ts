/** The services that a token may grant. */
export const services = ["customer", "plan", "transaction", "eft", "event"] as const;

export type Service = (typeof services)[number];

/** A service in full, or narrowed to requests that only read. */
export type Scope = Service | `${Service}:read`;

/** All scopes: each service, then each narrowed. */
export const scopes: readonly [Scope, ...Scope[]] = [
	...services,
	...services.map((service) => `${service}:read` as const),
];

/** Returns whether a text names a scope. */
export function isScope(text: string): text is Scope {
	return (scopes as readonly string[]).includes(text);
}

/** Returns whether scopes allow a further one: `transaction` includes `transaction:read`. */
export function includesScope(held: readonly Scope[], wanted: Scope): boolean {
	return held.includes(wanted) || held.includes(wanted.replace(/:read$/, "") as Service);
}

/** Returns scopes in their usual order, once each and without those that another one includes. */
export function simplifyScopes(given: readonly Scope[]): Scope[] {
	return scopes.filter(
		(scope) => given.includes(scope) && !given.some((other) => other !== scope && includesScope([other], scope)),
	);
}
