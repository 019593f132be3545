/** An error that the user of the demo can fix. The demo prints its message and exits with 1. */
export class Advice extends Error {
	override readonly name = "Advice";
}
