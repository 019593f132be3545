import { inspect } from "node:util";

/** The class assigns it: only its body can read the private field. */
let readDigits: (pan: Pan) => string;

/** Strings, JSON, logs and debuggers show the last four digits only. */
export class Pan {
	readonly #digits: string;

	constructor(digits: string) {
		this.#digits = digits;
	}

	static {
		readDigits = (pan) => pan.#digits;
	}

	/** PCI DSS 3.4.1 allows more digits to leave the vault. */
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

/** For processors and the vault's storage only. */
export function digitsOf(pan: Pan): string {
	return readDigits(pan);
}
