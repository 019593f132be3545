import { html } from "hono/html";
import type { Problem } from "../../problem.ts";
import { pageOf } from "./layout.ts";

const headings: Partial<Record<Problem["code"], string>> = {
	FORBIDDEN: "The request was refused",
	NOT_FOUND: "Page not found",
	TOO_MANY_REQUESTS: "Please wait",
	UNAVAILABLE: "The service is unavailable",
	INTERNAL: "Something went wrong on our side",
};

export function problemPage({ code, message }: Problem, requestId: string): string {
	const heading = headings[code] ?? "Request failed";
	const content = html`<h1>${heading}</h1>
		<p>${message}</p>
		<p><a class="button-quiet" href="/app">Go to the start page</a></p>
		<p class="small muted">If you ask for help, quote this: <code>${requestId}</code></p>`;
	return pageOf({ title: heading, content });
}
