import { fieldIds, type Problem } from "../checkout/page-protocol.ts";
import { checkoutWords as words } from "../locale/for-scripts.ts";

/** @throws when the page has no such element */
export function getElement<T extends HTMLElement>(id: string, kind: abstract new () => T): T {
	const element = document.getElementById(id);
	if (!(element instanceof kind)) throw new Error(`The page has no ${kind.name} called ${id}.`);
	return element;
}

export function getData(element: HTMLElement, name: string): string {
	const value = element.dataset[name];
	if (value === undefined) throw new Error(`${element.id} has no data attribute ${name}.`);
	return value;
}

/** Undefined for anything but a JSON object. */
export async function postJson<Answer extends object>(
	path: string,
	body: object,
	timeLimitMs: number,
): Promise<Answer | undefined> {
	try {
		const response = await fetch(path, {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(timeLimitMs),
		});
		const answer: unknown = await response.json();
		return typeof answer === "object" && answer !== null ? (answer as Answer) : undefined;
	} catch {
		return undefined;
	}
}

/** Each problem is announced once: of a field by the focus, of the form by its alert. */
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

export function showFormProblem(message: string): void {
	const notice = document.createElement("p");
	notice.className = "notice";
	notice.dataset.tone = "danger";
	notice.textContent = message;
	getElement("form-problem", HTMLElement).replaceChildren(...(message === "" ? [] : [notice]));
}

export function sayWhenSlow(progress: HTMLElement) {
	return setTimeout(() => {
		progress.textContent = words.takingLonger;
	}, 3_000);
}

interface CardFormActions {
	busyLabel: string;
	/** Undefined when the page is being left. */
	submit(): Promise<Problem[] | undefined>;
	takeTestNumber(number: string): void;
}

/** One submission at a time. Without script the form has nothing to send. */
export function takeOverForm(form: HTMLFormElement, { busyLabel, submit, takeTestNumber }: CardFormActions): void {
	const button = form.querySelector<HTMLButtonElement>("button[type=submit]") as HTMLButtonElement;
	const others = [...document.querySelectorAll<HTMLButtonElement>("button[data-test-card], #another-card")];
	const progress = getElement("progress", HTMLElement);
	const idleLabel = button.textContent;
	let isBusy = false;

	function setBusy(busy: boolean): void {
		isBusy = busy;
		button.textContent = busy ? busyLabel : idleLabel;
		// Disabling would take the focus away.
		button.ariaDisabled = busy ? "true" : null;
		for (const other of others) other.disabled = busy;
	}

	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		if (isBusy) return;
		setBusy(true);
		const timer = sayWhenSlow(progress);
		const problems = await submit();
		if (problems === undefined) return;
		clearTimeout(timer);
		progress.textContent = "";
		setBusy(false);
		showProblems(problems);
	});
	for (const other of others) {
		const { testCard } = other.dataset;
		if (testCard !== undefined) other.addEventListener("click", () => takeTestNumber(testCard));
	}
	setBusy(false);
	button.disabled = false;
}
