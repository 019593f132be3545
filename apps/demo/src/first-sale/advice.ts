/** What keeps the demo from going on, in words for whoever typed the command; it ends with exit code 1. */
export class Advice extends Error {
	override readonly name = "Advice";
}
