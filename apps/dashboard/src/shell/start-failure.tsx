import type { JSX } from "preact";
import type { RequestProblem } from "../api/problem.ts";
import type { Words } from "../locale/words.ts";
import { sentenceOf } from "../ui/loading/states.tsx";

export interface StartFailureProps {
	words: Words;
	problem: RequestProblem;
	onRetry: () => void;
}

/** Stands in place of everything when nobody knows who is signed in. Without a session the sign-in page is on its way. */
export function StartFailure({ words, problem, onRetry }: StartFailureProps): JSX.Element {
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
