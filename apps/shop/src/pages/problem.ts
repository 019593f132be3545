import { html } from "hono/html";
import type { Assets } from "../http/assets.ts";
import { pageWords } from "../locale/en/pages.ts";
import { type Markup, renderPage } from "./layout.ts";

const words = pageWords.problems;

/** What can go wrong with a request, by the words for it. */
export type PageProblem = keyof Omit<typeof words, "backToShop" | "openShop">;

/**
 * A page that says what went wrong and what to do. With `shopUrl` it leads to the shop at that address: whoever opened the
 * shop at another one, such as the machine's own in the local network, would else be sent back to where nothing works.
 */
export function problemPage(assets: Assets, problem: PageProblem, shopUrl?: string): Markup {
	const { title, text } = words[problem];
	const main = html`<section class="panel outcome">
		<h1>${title}</h1>
		<p>${text}</p>
		<a class="button" href="${shopUrl ?? "/"}">${shopUrl === undefined ? words.backToShop : words.openShop(shopUrl)}</a>
	</section>`;
	return renderPage(assets, { title, main });
}
