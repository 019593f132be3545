/** A file that is refused as a whole, since what is wrong in one place makes all of it doubtful. */
export class CorruptFile extends Error {
	/** From 1, a routing line counted. */
	readonly line: number;
	/** Character of the line, from 1. */
	readonly column: number;
	/** What should stand there. What does is never told: it may be somebody's account. */
	readonly expected: string;

	constructor(line: number, column: number, expected: string) {
		super(`Line ${line}, column ${column}: expected ${expected}.`);
		this.name = "CorruptFile";
		this.line = line;
		this.column = column;
		this.expected = expected;
	}
}
