import type { RequestProblem } from "../api/problem.ts";
import { sentenceOf } from "../locale/problem-words.ts";
import type { Words } from "../locale/words.ts";

export interface StartFailureProps {
	words: Words;
	problem: RequestProblem;
	onRetry: () => void;
}

/** Replaces the whole page when the session cannot be read. Without a session the sign-in page loads instead. */
export function StartFailure({ words, problem, onRetry }: StartFailureProps) {
	if (problem.kind === "signed-out") return <main class="start-failure" aria-busy="true" />;
	return (
		<main class="start-failure panel">
			<h1>{words.shared.problemTitles.failed}</h1>
			<p>{sentenceOf(words, problem)}</p>
			<button type="button" class="button" onClick={onRetry}>
				{words.shared.retry}
			</button>
		</main>
	);
}
