import { html } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { currency } from "./catalogue.ts";
import type { Problem } from "./checkout/page-protocol.ts";
import { currentLanguage, timeZone, pageWords as words } from "./locale/for-pages.ts";
import type { ScriptFile, Shop } from "./shop.ts";

/** Escapes every value. Templates and not JSX, since Node runs the shop from its sources. */
export type Markup = ReturnType<typeof html>;

export interface Page {
	title: string;
	main: Markup;
	script?: string;
	gatewayScript?: ScriptFile;
}

declare module "hono" {
	interface ContextRenderer {
		// biome-ignore lint/style/useShorthandFunctionType: Hono merges this interface with its own.
		(page: Page, status?: ContentfulStatusCode): Response | Promise<Response>;
	}
}

export function renderPage({ title, main, script, gatewayScript }: Page, links: ReturnType<Shop["links"]>): Markup {
	return html`<!doctype html>
<html lang="${currentLanguage()}">
<head>
	<meta charset="utf-8">
	<title>${title} · ${words.shopName}</title>
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<meta name="color-scheme" content="light dark">
	<meta name="robots" content="noindex">
	<link rel="icon" type="image/svg+xml" href="/assets/mark.svg">
	${["tokens.css", "base.css", "shop.css"].map((name) => html`<link rel="stylesheet" href="/assets/${name}">`)}
	${gatewayScript && html`<script src="${gatewayScript.url}" integrity="${gatewayScript.integrity}" crossorigin="anonymous" defer></script>`}
	${script && html`<script type="module" src="/assets/${script}"></script>`}
</head>
<body>
	<a class="skip-link" href="#content">${words.skipToContent}</a>
	<header class="site-header">
		<a class="site-name" href="/">${words.shopName}</a>
		<span class="chip">${words.demoShop}</span>
	</header>
	<main id="content" class="site-main" tabindex="-1">${main}</main>
	<footer class="site-footer muted small">
		<p>${words.footer}</p>
		<ul>${links.map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>`)}</ul>
	</footer>
</body>
</html>`;
}

const signs: Record<string, string> = { success: "✓", warning: "…", danger: "✕" };

export function statusPage(
	head: { title: string; chip?: string; tone?: string },
	body: Markup,
	attributes?: Markup,
): Page {
	const { title, chip, tone = "" } = head;
	const main = html`<section class="panel stack outcome" ${attributes ?? ""}>
		${chip && html`<p><span class="chip" data-tone="${tone}"><span aria-hidden="true">${signs[tone] ?? ""}</span> ${chip}</span></p>`}
		<h1>${title}</h1>
		${body}
	</section>`;
	return { title, main };
}

export function pairs(values: [name: string, value: string | undefined][]): Markup {
	const shown = values.filter(([, value]) => value !== undefined);
	return html`<dl class="pairs">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

export function notice(text: string | Markup, tone: string): Markup {
	return html`<p class="notice" data-tone="${tone}" role="alert">${text}</p>`;
}

export function postForm(action: string, hidden: Record<string, string | number>, inside: Markup): Markup {
	const inputs = Object.entries(hidden).map(
		([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
	);
	return html`<form method="post" action="${action}">${inputs}${inside}</form>`;
}

export function submitButton(label: string, look: "button" | "button-quiet" = "button-quiet"): Markup {
	return html`<button class="${look}" type="submit">${label}</button>`;
}

interface Field {
	id: string;
	label: string;
	attributes: Markup;
	hint?: string;
	problem?: string | undefined;
	beside?: Markup;
}

export function field({ id, label, attributes, hint, problem, beside }: Field): Markup {
	return html`<div class="field">
		<label for="${id}">${label}</label>
		<div class="control">
			<input class="input" id="${id}" required spellcheck="false" aria-describedby="${id}-error${hint && ` ${id}-hint`}" ${problem && html`aria-invalid="true"`} ${attributes}>${beside ?? ""}
		</div>
		${hint && html`<p class="field-hint" id="${id}-hint">${hint}</p>`}
		<p class="field-error" id="${id}-error">${problem ?? ""}</p>
	</div>`;
}

export function problemAt(field: Problem["field"], problems: Problem[]): string | undefined {
	return problems.find((problem) => problem.field === field)?.message;
}

export function payerFields(
	payer: { name: string; email: string } | undefined,
	named: boolean,
	problems: Problem[] = [],
): Markup {
	const { checkout } = words;
	return html`${field({
		id: "name",
		label: checkout.name,
		problem: problemAt("name", problems),
		attributes: html`${named && html`name="name"`} type="text" autocapitalize="words" autocomplete="name" value="${payer?.name ?? ""}"`,
	})}${field({
		id: "email",
		label: checkout.email,
		...(!named && { hint: checkout.emailHint }),
		problem: problemAt("email", problems),
		attributes: html`${named && html`name="email"`} type="email" inputmode="email" autocomplete="email" value="${payer?.email ?? ""}"`,
	})}`;
}

/** "$31.00" or "31,00 $" */
export function formatMoney(cents: number): string {
	return (cents / 100).toLocaleString(currentLanguage(), { style: "currency", currency });
}

export function formatTime(at: number): string {
	const day = { year: "numeric", month: "short", day: "numeric" } as const;
	const time = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;
	return new Date(at).toLocaleString(currentLanguage(), { timeZone, ...day, ...time });
}

export function formatDate(at: number): string {
	return new Date(at).toLocaleDateString(currentLanguage(), { timeZone, dateStyle: "full" });
}

/** "Visa •••• 1111, 08/31" */
export function formatCard(card: { brand: string; suffix: string; month?: string; year?: string }): string {
	return `${card.brand} •••• ${card.suffix}${card.month === undefined ? "" : `, ${card.month}/${card.year}`}`;
}
