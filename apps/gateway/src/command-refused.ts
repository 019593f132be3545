/** An operator's command that cannot be carried out; the message says what to type instead. */
export class CommandRefused extends Error {
	override readonly name = "CommandRefused";
}
