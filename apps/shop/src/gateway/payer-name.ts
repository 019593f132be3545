/**
 * "Ana María López" → "Ana María", "López". A single name is a first name, and says that there is no last one: of a customer
 * the gateway would else fill in the one it knows.
 */
export function splitName(name: string): { first_name: string; last_name: string | null } {
	const space = name.lastIndexOf(" ");
	return space < 0
		? { first_name: name, last_name: null }
		: { first_name: name.slice(0, space), last_name: name.slice(space + 1) };
}
