import { getElement } from "./elements.ts";

/** The fields of the form, in their order on the page. A page that frames the card has the first two only. */
const fieldIds = ["name", "email", "number", "expiry", "security-code"] as const;
export type FieldId = (typeof fieldIds)[number];

/** Something for the payer to mend: at a field, or with the form as a whole. */
export interface Problem {
	readonly field: FieldId | "form";
	readonly message: string;
}

/**
 * Shows problems where they are and takes all earlier ones away. Each is announced once: the first wrong field by taking the
 * focus, its message being its description, and a problem of the whole form by its own alert.
 */
export function showProblems(problems: readonly Problem[]): void {
	const ids = fieldsOfPage();
	for (const id of ids) showAtField(id, problems.find(({ field }) => field === id)?.message ?? "");
	// What belongs to a field inside the frame is told here: the payment provider's answer came to us, not to the frame.
	showFormProblem(problems.find(({ field }) => !ids.some((id) => id === field))?.message ?? "");
	const firstWrong = ids.find((id) => problems.some(({ field }) => field === id));
	if (firstWrong !== undefined) getElement(firstWrong, HTMLInputElement).focus();
}

/** A problem at a field goes as soon as somebody changes the field. */
export function clearProblemsWhileTyping(): void {
	for (const id of fieldsOfPage()) {
		getElement(id, HTMLInputElement).addEventListener("input", () => showAtField(id, ""));
	}
}

function fieldsOfPage(): FieldId[] {
	return fieldIds.filter((id) => document.getElementById(id) !== null);
}

function showAtField(id: FieldId, message: string): void {
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
