/** A seeded pseudo-random generator. Not for secrets. */
export interface Random {
	/** Returns a whole number from `from` to `to`, both included. */
	between(from: number, to: number): number;
	/** Returns true with a probability of 0 to 1. */
	chance(probability: number): boolean;
	pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** Marsaglia's xorshift32 ("Xorshift RNGs", Journal of Statistical Software 8, 2003, §4): enough for choices in a test. */
export function randomFrom(seed: number): Random {
	// Neighbouring seeds are spread over all 32 bits first (Knuth's multiplicative hashing); the state must not be 0.
	let state = Math.imul(seed + 1, 0x9e37_79b1) >>> 0 || 1;
	const next = () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state = (state ^ (state << 5)) >>> 0;
		return state / 2 ** 32;
	};
	for (let round = 0; round < 8; round++) next();
	return {
		between: (from, to) => from + Math.floor(next() * (to - from + 1)),
		chance: (probability) => next() < probability,
		pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
	};
}
