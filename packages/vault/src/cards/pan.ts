import { inspect } from "node:util";

/** Reads the digits; assigned by the class itself, because only its own body can reach the private field. */
let readDigits: (pan: Pan) => string;

/**
 * A card number (primary account number) that cannot be printed: in a string, in JSON, in a log line or at a debugger's
 * prompt it shows its last four digits. The digits come out through `digitsOf` alone, which the vault's door does not
 * export.
 */
export class Pan {
	readonly #digits: string;

	constructor(digits: string) {
		this.#digits = digits;
	}

	static {
		readDigits = (pan) => pan.#digits;
	}

	/** The last four digits. With the first four they are all that leaves the vault (PCI DSS 3.4.1 allows more). */
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

/** The digits of a card number. For processors and the vault's own storage. */
export function digitsOf(pan: Pan): string {
	return readDigits(pan);
}
