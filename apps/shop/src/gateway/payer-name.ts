/** "Ana María López" → "Ana María", "López". A single name is a first name. */
export function splitName(name: string): { first_name: string; last_name?: string } {
	const space = name.lastIndexOf(" ");
	return space < 0 ? { first_name: name } : { first_name: name.slice(0, space), last_name: name.slice(space + 1) };
}
