import { checkoutWords as words } from "../locale/en/checkout.ts";
import { getElement } from "./elements.ts";
import type { Problem } from "./problems.ts";

/** The looks that this page gives the frame, as the card form's documentation describes them. */
export interface FrameTheme {
	readonly scheme: "light" | "dark";
	/** Colours as #rrggbb. */
	readonly accent: string;
	readonly text: string;
	readonly background: string;
	readonly border: string;
	readonly danger: string;
	/** px */
	readonly radius: number;
}

/** The part of the card form that these pages use, as its documentation describes it. */
interface CardForm {
	on(type: "brand", listener: (event: { brand: string | undefined }) => void): void;
	on(type: "submit", listener: () => void): void;
	update(options: { theme: FrameTheme }): void;
	focus(): void;
	clear(): void;
	tokenize(): Promise<{ token: string }>;
}

export interface Widget {
	mount(element: Element, options: { publicKey: string; theme: FrameTheme }): CardForm;
}

/** What the gateway's script leaves on the page; `undefined` when the browser refused or could not load it. */
export function findWidget(): Widget | undefined {
	return (globalThis as { CardSeal?: Widget }).CardSeal;
}

const darkScheme = matchMedia("(prefers-color-scheme: dark)");

/** The page's own design tokens, so that the frame looks like a part of it. */
export function themeOfPage(): FrameTheme {
	const tokens = getComputedStyle(document.documentElement);
	const colour = (name: string) => tokens.getPropertyValue(`--color-${name}`).trim();
	return {
		scheme: darkScheme.matches ? "dark" : "light",
		accent: colour("accent"),
		text: colour("text"),
		background: colour("surface"),
		border: colour("control-border"),
		danger: colour("danger"),
		radius: 8,
	};
}

/** Calls back each time the reader's system turns from light to dark or back. */
export function onSchemeChange(callback: () => void): void {
	darkScheme.addEventListener("change", callback);
}

/** What the payer is told when the frame made no token. Nothing when the frame itself shows what to mend. */
export function problemsOfFrame(error: unknown): Problem[] {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	if (code === "invalid") return [];
	const message = code === "offline" ? words.offline : words.cardFormFailed;
	return [{ field: "form", message }];
}

/** Puts a published test number on the clipboard: into the frame no page can write, this one neither. */
export async function copyTestNumber(number: string): Promise<void> {
	const said = await navigator.clipboard.writeText(number).then(
		() => words.testNumberCopied,
		() => words.testNumberNotCopied,
	);
	getElement("copied", HTMLElement).textContent = said;
}
