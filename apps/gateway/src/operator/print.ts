import type { Merchant } from "@cardseal/merchants";
import type { Answer } from "./command.ts";

/** @returns `false` when something needs the operator's attention */
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

/** Separates columns with two blanks. */
export function table(rows: readonly (readonly string[])[], { indent = "  " }: { indent?: string } = {}): string {
	const widths = rows[0]?.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
	const lineOf = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
	return rows.map((row) => `${indent}${lineOf(row)}`.trimEnd()).join("\n");
}

export function describeMerchant({ name, mode, publicId }: Merchant): string {
	return `${name} (${mode}, ${publicId})`;
}

export function merchantAnswer(merchant: Merchant, text: string, json: object): Answer {
	return { text, json: { merchant_id: merchant.publicId, ...json } };
}
