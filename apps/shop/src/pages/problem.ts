import { html } from "hono/html";
import type { Assets } from "../http/assets.ts";
import { pageWords } from "../locale/en/pages.ts";
import { type Markup, renderPage } from "./layout.ts";

/** A page that says what went wrong and what to do. */
export function problemPage(assets: Assets, problem: keyof Omit<typeof pageWords.problems, "backToShop">): Markup {
	const { title, text } = pageWords.problems[problem];
	const main = html`<section class="panel outcome">
		<h1>${title}</h1>
		<p>${text}</p>
		<a class="button" href="/">${pageWords.problems.backToShop}</a>
	</section>`;
	return renderPage(assets, { title, main });
}
