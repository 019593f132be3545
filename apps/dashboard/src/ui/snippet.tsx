import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { Button } from "./button.tsx";

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
			<Button label={isCopied ? words.shared.copied : words.shared.copy} onClick={() => void copy()} />
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

/** A QR code as a picture, since a page of ours never makes elements of text. */
export function QrCode({ svg, alt }: { svg: string; alt: string }) {
	const source = `data:image/svg+xml,${encodeURIComponent(svg)}`;
	return <img class="qr-code" src={source} alt={alt} width="192" height="192" />;
}
