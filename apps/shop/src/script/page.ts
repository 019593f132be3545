import { fieldIds, type Problem } from "../checkout/page-protocol.ts";

/** @throws when the page has no such element of this kind: page and script are released together */
export function getElement<T extends HTMLElement>(id: string, kind: abstract new () => T): T {
	const element = document.getElementById(id);
	if (!(element instanceof kind)) throw new Error(`The page has no ${kind.name} called ${id}.`);
	return element;
}

/** Returns a `data-` attribute that the page must have. */
export function getData(element: HTMLElement, name: string): string {
	const value = element.dataset[name];
	if (value === undefined) throw new Error(`${element.id} has no data attribute ${name}.`);
	return value;
}

/** The buttons of the testing panel, each with a published test number. */
export function testCardButtons(): HTMLButtonElement[] {
	return [...document.querySelectorAll<HTMLButtonElement>("button[data-test-card]")];
}

/** Posts JSON; returns undefined when no JSON object came back. */
export async function postJson(path: string, body: object, timeLimitMs: number): Promise<object | undefined> {
	try {
		const response = await fetch(path, {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(timeLimitMs),
		});
		const answer: unknown = await response.json();
		return typeof answer === "object" && answer !== null ? answer : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Shows problems at their fields and removes earlier ones. Each is announced once: the first wrong field by taking the focus, a
 * problem of the whole form by its alert. A problem of a field inside the frame is shown for the whole form.
 */
export function showProblems(problems: readonly Problem[]): void {
	const ids = fieldsOfPage();
	for (const id of ids) showAtField(id, problems.find(({ field }) => field === id)?.message ?? "");
	showFormProblem(problems.find(({ field }) => !ids.some((id) => id === field))?.message ?? "");
	const firstWrong = ids.find((id) => problems.some(({ field }) => field === id));
	if (firstWrong !== undefined) getElement(firstWrong, HTMLInputElement).focus();
}

export function clearProblemsWhileTyping(): void {
	for (const id of fieldsOfPage()) {
		getElement(id, HTMLInputElement).addEventListener("input", () => showAtField(id, ""));
	}
}

function fieldsOfPage() {
	return fieldIds.filter((id) => document.getElementById(id) !== null);
}

function showAtField(id: string, message: string): void {
	const input = getElement(id, HTMLInputElement);
	getElement(`${id}-error`, HTMLElement).textContent = message;
	if (message === "") input.removeAttribute("aria-invalid");
	else input.setAttribute("aria-invalid", "true");
}

function showFormProblem(message: string): void {
	const place = getElement("form-problem", HTMLElement);
	place.replaceChildren();
	if (message === "") return;
	const notice = document.createElement("p");
	notice.className = "notice";
	notice.dataset.tone = "danger";
	notice.textContent = message;
	place.append(notice);
}

/** Marks a button as busy, and announces when it takes longer than usual; returns the function that undoes it. */
export function showProgress(
	button: HTMLButtonElement,
	label: string,
	others: HTMLButtonElement[],
	late: string,
): () => void {
	const progress = getElement("progress", HTMLElement);
	const idleLabel = button.textContent;
	const setBusy = (isBusy: boolean) => {
		button.textContent = isBusy ? label : idleLabel;
		// Not disabled, which would take the focus away.
		button.ariaDisabled = isBusy ? "true" : null;
		for (const other of others) other.disabled = isBusy;
	};
	setBusy(true);
	const timer = setTimeout(() => {
		progress.textContent = late;
	}, 8_000);
	return () => {
		clearTimeout(timer);
		progress.textContent = "";
		setBusy(false);
	};
}
