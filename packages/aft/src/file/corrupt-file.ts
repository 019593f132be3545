export class CorruptFile extends Error {
	/** Counts from 1, including a routing line. */
	readonly line: number;
	/** Counts from 1. */
	readonly column: number;
	/** The content may be an account number. */
	readonly expected: string;

	constructor(line: number, column: number, expected: string) {
		super(`Line ${line}, column ${column}: expected ${expected}.`);
		this.name = "CorruptFile";
		this.line = line;
		this.column = column;
		this.expected = expected;
	}
}
