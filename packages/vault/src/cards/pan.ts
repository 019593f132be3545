import { inspect } from "node:util";

let readDigits: (pan: Pan) => string;

/** Logs and debuggers show the last four digits only. */
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

export function digitsOf(pan: Pan): string {
	return readDigits(pan);
}
