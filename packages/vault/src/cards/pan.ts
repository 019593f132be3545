import { inspect } from "node:util";

/** Reads the digits; assigned by the class, since only its body can read the private field. */
let readDigits: (pan: Pan) => string;

/**
 * A card number (primary account number). Strings, JSON, logs and debuggers show its last four digits only. `digitsOf`
 * returns the digits; the package does not export it.
 */
export class Pan {
	readonly #digits: string;

	constructor(digits: string) {
		this.#digits = digits;
	}

	static {
		readDigits = (pan) => pan.#digits;
	}

	/** The last four digits. Only they and the first four leave the vault (PCI DSS 3.4.1 allows more). */
	get suffix(): string {
		return this.#digits.slice(-4);
	}

	get prefix(): string {
		return this.#digits.slice(0, 4);
	}

	toString(): string {
		return `•••• ${this.suffix}`;
	}

	toJSON(): string {
		return this.toString();
	}

	[inspect.custom](): string {
		return this.toString();
	}
}

/** Returns the digits of a card number. Only for processors and the vault's storage. */
export function digitsOf(pan: Pan): string {
	return readDigits(pan);
}
