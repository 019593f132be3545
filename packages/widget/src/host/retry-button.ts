import { hostWordsIn } from "../locale/host-words.ts";

/**
 * Shows a sentence and a button in place of the form.
 *
 * @returns removes them, as does pressing the button
 */
export function showRetryButton(container: Element, locale: string, retry: () => void): () => void {
	const [tryAgain, sentence = ""] = hostWordsIn(locale);
	const place = document.createElement("div");
	const button = document.createElement("button");
	place.role = "alert";
	button.type = "button";
	button.textContent = tryAgain;
	// WCAG 2.5.5: a target of 44 px.
	button.style.cssText = "display:block;min-height:44px";
	button.onclick = () => {
		place.remove();
		retry();
	};
	place.append(sentence, button);
	container.prepend(place);
	return () => place.remove();
}
