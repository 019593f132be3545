/** The demo prints this message and exits with 1. */
export class Advice extends Error {
	override readonly name = "Advice";
}
