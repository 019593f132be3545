/** The services a token may be good for. */
export const scopes = ["customer", "plan", "transaction", "eft"] as const;

export type Scope = (typeof scopes)[number];

/** Whether `text` names one of the services. */
export function isScope(text: string): text is Scope {
	return (scopes as readonly string[]).includes(text);
}
