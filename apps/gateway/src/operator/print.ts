import type { Merchant } from "../merchants/merchant.ts";
import type { Answer } from "./command.ts";

/**
 * Prints the answers of a command, each on its own line.
 *
 * @returns `false` when something needs the operator's attention
 */
export async function printAnswers(
	answers: AsyncIterable<Answer>,
	{ asJson, write }: { asJson: boolean; write: (line: string) => void },
): Promise<boolean> {
	let isComplete = true;
	for await (const answer of answers) {
		write(asJson ? JSON.stringify(answer.json) : answer.text);
		isComplete &&= answer.isComplete ?? true;
	}
	return isComplete;
}

/** Formats names and values in two columns. */
export function table(rows: readonly (readonly [name: string, value: string])[]): string {
	const width = Math.max(...rows.map(([name]) => name.length));
	return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join("\n");
}

export function describeMerchant({ name, mode, publicId }: Merchant): string {
	return `${name} (${mode}, ${publicId})`;
}

/** The common start of every answer about one merchant. */
export function merchantAnswer(merchant: Merchant, text: string, json: object): Answer {
	return { text, json: { merchant_id: merchant.publicId, ...json } };
}
