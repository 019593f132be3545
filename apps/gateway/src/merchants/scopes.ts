/** The services that a token may grant. */
export const scopes = ["customer", "plan", "transaction", "eft"] as const;

export type Scope = (typeof scopes)[number];

/** Returns whether a text names a service. */
export function isScope(text: string): text is Scope {
	return (scopes as readonly string[]).includes(text);
}
