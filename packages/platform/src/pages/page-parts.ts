import { html } from "hono/html";
import { type Language, languageParameter } from "../language.ts";
import { formProblem, hiddenField } from "./form.ts";

/** HTML in which all values are escaped. */
export type Markup = ReturnType<typeof html>;

interface PageAddress {
	path: string;
	language: Language;
}

export function inLanguage(path: string, language: Language): string {
	return `${path}?${languageParameter}=${language}`;
}

const otherLanguages = { en: { language: "fr", name: "Français" }, fr: { language: "en", name: "English" } } as const;

export function otherLanguage({ path, language }: PageAddress) {
	const other = otherLanguages[language];
	return html`<a href="${inLanguage(path, other.language)}" lang="${other.language}" hreflang="${other.language}">${other.name}</a>`;
}

/** Posts to the page's own address. */
export function pageForm({ path, language, csrfToken }: PageAddress & { csrfToken: string }, fields: Markup) {
	return html`<form method="post" action="${inLanguage(path, language)}" class="standalone-form">
			${hiddenField("csrf_token", csrfToken)}
			${fields}
		</form>`;
}

/** A test's notice and the form's problem, above the form. */
export function notices({ mode }: { mode: "demo" | "live" }, test: string, problem?: string) {
	return html`${mode === "demo" ? html`<p class="notice" data-tone="warning">${test}</p>` : ""}
		${formProblem(problem)}`;
}

export function pair(name: string, value: string) {
	return html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`;
}

export function agreeBox(label: string, problem: string | undefined, { isLong = false } = {}) {
	const described = problem === undefined ? "" : html` aria-invalid="true" aria-describedby="agree-problem"`;
	return html`<div class="field">
				<label class="standalone-check"${isLong ? html` data-long="true"` : ""}><input type="checkbox" name="agree" value="yes" required${described}> ${label}</label>
				${problem === undefined ? "" : html`<p class="field-error" id="agree-problem">${problem}</p>`}
			</div>`;
}
