import type { Language, Problem } from "@cardseal/platform";
import { html } from "hono/html";
import { pageOf } from "./layout.ts";
import { headingOf, sentenceOf } from "./problem-words.ts";
import { pageWords } from "./words.ts";

export function problemPage(problem: Problem, requestId: string, language: Language): string {
	const heading = headingOf(problem, language);
	const { start, quote } = pageWords[language].problem;
	const content = html`<h1>${heading}</h1>
		<p>${sentenceOf(problem, language)}</p>
		<p><a class="button-quiet" href="/app">${start}</a></p>
		<p class="small muted">${quote} <code>${requestId}</code></p>`;
	return pageOf({ title: heading, content, language });
}
