/** A payment file that cannot be written or imported. The message says what to do. */
export class BankFileRefused extends Error {
	override readonly name = "BankFileRefused";
}
