import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

export interface PanelProps {
	title: ComponentChildren;
	/** Beside the title: a button, a link, a chip. */
	action?: ComponentChildren;
	/** True for a part of the page without a frame, such as one around a list. */
	isOpen?: boolean;
	children: ComponentChildren;
}

/** A part of a page with its heading. */
export function Panel({ title, action, isOpen, children }: PanelProps) {
	const id = useId();
	const heading = <h2 id={id}>{title}</h2>;
	return (
		<section class={isOpen ? "section" : "panel section"} aria-labelledby={id}>
			{action ? (
				<div class="section-head">
					{heading}
					{action}
				</div>
			) : (
				heading
			)}
			{children}
		</section>
	);
}

/** The result of the last action, read out when it changes. */
export function News({ text }: { text: ComponentChildren }) {
	return <div role="status">{text && <p class="notice">{text}</p>}</div>;
}

/** Something that needs attention. */
export function Warning({ children }: { children: ComponentChildren }) {
	return (
		<p class="notice" data-tone="warning">
			{children}
		</p>
	);
}
