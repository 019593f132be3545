import { tryAgainIn } from "../locale/host-words.ts";

/**
 * Shows a button in place of the form.
 *
 * @returns removes it, as does pressing it
 */
export function showRetryButton(container: Element, locale: string, retry: () => void): () => void {
	const button = document.createElement("button");
	button.type = "button";
	button.textContent = tryAgainIn(locale);
	Object.assign(button.style, { padding: "1em" });
	button.onclick = () => {
		button.remove();
		retry();
	};
	container.prepend(button);
	return () => button.remove();
}
