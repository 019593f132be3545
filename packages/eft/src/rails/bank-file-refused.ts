/** The message says what to do. */
export class BankFileRefused extends Error {
	override readonly name = "BankFileRefused";
}
