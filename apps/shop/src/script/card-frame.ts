import type { Problem } from "../checkout/page-protocol.ts";
import { checkoutWords as words } from "../locale/for-scripts.ts";
import { getData, getElement, showFormProblem } from "./page.ts";

export type FrameTheme = ReturnType<typeof themeOfPage>;

interface CardForm {
	on(type: "brand", listener: (event: { brand: string | undefined }) => void): void;
	on(type: "submit", listener: () => void): void;
	on(type: "error", listener: (event: { cause: string }) => void): void;
	update(options: { theme: FrameTheme }): void;
	focus(): void;
	clear(): void;
	tokenize(): Promise<{ token: string }>;
}

interface Widget {
	mount(element: Element, options: { publicKey: string; theme: FrameTheme }): CardForm;
}

const darkScheme = matchMedia("(prefers-color-scheme: dark)");

export function mountCardForm(form: HTMLFormElement): CardForm | undefined {
	const widget = (globalThis as { CardSeal?: Widget }).CardSeal;
	if (widget === undefined) return void showFormProblem(words.cardFormNotLoaded);
	const options = { publicKey: getData(form, "publicKey"), theme: themeOfPage() };
	const card = unlessMistaken(() => widget.mount(getElement("card-form", HTMLElement), options));
	if (card === undefined) return undefined;
	card.on("submit", () => form.requestSubmit());
	card.on("error", ({ cause }) => {
		if (mistakes.includes(cause)) showFormProblem(words.shopCannotCharge);
	});
	darkScheme.addEventListener("change", () => card.update({ theme: themeOfPage() }));
	return card;
}

export function unlessMistaken<Made>(make: () => Made): Made | undefined {
	try {
		return make();
	} catch (error) {
		reportError(error);
		return void showFormProblem(words.shopCannotCharge);
	}
}

const mistakes: readonly unknown[] = ["csp", "origin", "key", "version"];

export function themeOfPage() {
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

/** Returns no problem when the frame shows it. */
export async function takeFromFrame<Token>(tokenize: () => Promise<Token>): Promise<Token | Problem[]> {
	try {
		return await tokenize();
	} catch (error) {
		const code = error instanceof Error && "code" in error ? error.code : undefined;
		if (code === "invalid") {
			await untilFrameHasFocus();
			return [];
		}
		const failed = mistakes.includes(code) ? words.shopCannotCharge : words.cardFormFailed;
		return [{ field: "form", message: code === "offline" ? words.offline : failed }];
	}
}

/** The page's own focus, given before the browser has told it of the frame's, would lose against that. */
function untilFrameHasFocus(): Promise<void> {
	return new Promise((resolve) => {
		if (document.activeElement?.localName === "iframe") resolve();
		addEventListener("blur", () => resolve(), { once: true });
		// A browser may refuse to move it.
		setTimeout(resolve, 200);
	});
}

/** No page can write into the frame, so the number is copied. */
export async function copyTestNumber(number: string, focus: () => void): Promise<void> {
	const written = navigator.clipboard.writeText(number);
	const message = await written.then(() => words.testNumberCopied).catch(() => words.testNumberNotCopied);
	getElement("copied", HTMLElement).textContent = message;
	focus();
}
