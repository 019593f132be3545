import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";

/** Puts text on the clipboard and says so. */
function CopyButton({ text }: { text: string }) {
	const { words } = useApp();
	const [isCopied, setCopied] = useState(false);

	async function copy(): Promise<void> {
		try {
			await navigator.clipboard.writeText(text);
			setCopied(true);
		} catch {
			// Without leave to write there, the text beside the button can still be marked and copied by hand.
			setCopied(false);
		}
	}

	return (
		<>
			<button type="button" class="button-quiet" onClick={() => void copy()}>
				{isCopied ? words.shared.copied : words.shared.copy}
			</button>
			{/* Outside of the button: its content is its name, and a live region in a name is not read out. */}
			<span class="visually-hidden" role="status">
				{isCopied && words.shared.copied}
			</span>
		</>
	);
}

/** Something to be copied: a key, a secret, a few lines of code. One line wraps, so that all of it shows; several scroll. */
export function Snippet({ label, text }: { label: string; text: string }) {
	const isOneLine = !text.includes("\n");
	return (
		<figure class="snippet" data-wraps={isOneLine}>
			<figcaption class="snippet-head">
				<span class="snippet-label">{label}</span>
				<CopyButton text={text} />
			</figcaption>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
			<pre tabIndex={0}>
				<code>{text}</code>
			</pre>
		</figure>
	);
}
