import type { Answer } from "@cardseal/platform/operator";

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
