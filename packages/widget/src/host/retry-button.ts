import { hostWordsIn, unavailableIn } from "../locale/host-words.ts";
import { make } from "./make.ts";

/**
 * @param retry absent where it cannot help
 * @returns removes sentence and button
 */
export function showRetryButton(container: Element, locale: string, retry?: () => void): () => void {
	const [tryAgain, sentence = ""] = hostWordsIn(locale);
	const place = make("div", { role: "alert", textContent: retry ? sentence : unavailableIn(locale) });
	// WCAG 2.5.5.
	const style = "display:block;min-height:44px";
	if (retry) place.append(make("button", { type: "button", textContent: tryAgain, onclick: retry, style }));
	container.prepend(place);
	return () => place.remove();
}
