import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { ApiDescription } from "./describe-api.ts";
import { guides } from "./guides.ts";

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;
type Paths = NonNullable<ApiDescription["paths"]>;
type PathItem = Paths[string];
type Operation = NonNullable<PathItem["get"]>;
type Schemas = Record<string, Schema>;

interface Schema {
	$ref?: string;
	type?: string | string[];
	description?: string;
	example?: unknown;
	enum?: unknown[];
	const?: unknown;
	items?: Schema;
	properties?: Record<string, Schema>;
	required?: string[];
	allOf?: Schema[];
	anyOf?: Schema[];
	oneOf?: Schema[];
}

interface Endpoint {
	method: string;
	path: string;
	operation: Operation;
}

const methods = ["get", "post", "put", "patch", "delete"] as const;

export function docsPage(description: ApiDescription): Html {
	const schemas = (description.components?.schemas ?? {}) as Schemas;
	const groups = groupByTag(description.paths ?? {});
	const named = answeredObjects(groups, schemas);
	return html`<!doctype html>
<html lang="en">
<head>
	<meta charset="utf-8">
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<title>${description.info.title} API</title>
	<link rel="icon" href="/docs/mark.svg">
	<link rel="stylesheet" href="/docs/style.css">
	<script src="/docs/script.js" defer></script>
</head>
<body class="docs">
	<a class="skip-link" href="#content">Skip to the content</a>
	<header class="docs-head">
		<h1><img src="/docs/mark.svg" alt="" width="32" height="32"> ${description.info.title} API</h1>
		<p>${withCode(description.info.description ?? "")}</p>
		<p>Guides: ${guides.map(({ file, title }, at) => html`${at === 0 ? "" : ", "}<a href="/docs/guides/${file}">${title}</a>`)}.</p>
		<p><a href="/openapi.json">OpenAPI 3.1 document</a> · <a href="/app/sign-in">Web application</a> · version ${description.info.version}</p>
	</header>
	<nav class="docs-nav" aria-label="Endpoints">
	<form class="docs-search" role="search" hidden>
		<label for="search">Search</label>
		<input class="input" id="search" type="search" autocomplete="off" spellcheck="false">
		<p class="small muted" role="status"></p>
	</form>
	<details><summary>Contents</summary>${groups.map(
		([tag, endpoints]) => html`<h2>${tag}</h2>
	<ul>${endpoints.map((endpoint) => html`<li><a href="#${anchor(endpoint)}">${endpoint.operation.summary}</a></li>`)}</ul>`,
	)}
	<h2>Objects</h2>
	<ul>${named.map((name) => html`<li>${objectLink(name)}</li>`)}</ul></details></nav>
	<main id="content">${groups.map(
		([tag, endpoints]) =>
			html`<section><h2>${tag}</h2>${endpoints.map((endpoint) => article(endpoint, schemas))}</section>`,
	)}
	${cardForm}
	<section><h2>Objects</h2>${named.map((name) => object(name, schemas))}</section></main>
</body>
</html>`;
}

/** The console of a page whose card form cannot work links these rows. Their ids are causes of the card form. */
const cardForm = html`<section><h2>When the card form cannot work</h2>
	<table class="table small">
	<thead><tr><th scope="col">Cause</th><th scope="col">What to do</th></tr></thead>
	<tbody>
		<tr id="csp"><th scope="row"><code>csp</code></th><td>Your page’s policy forbids the iframe. Add the gateway to <code>frame-src</code>.</td></tr>
		<tr id="origin"><th scope="row"><code>origin</code></th><td>Your page’s origin is not registered. Register exactly this scheme, host and port in the web application: Settings, Allowed origins. The gateway’s operator can do it, too: <code>npm run admin -- origin add MERCHANT https://shop.example</code>, where <code>MERCHANT</code> is the merchant’s id or public key. Pages that move over from Payfirma, PayHQ or KORT: <a href="/docs/guides/moving.md">what changes</a>.</td></tr>
		<tr id="key"><th scope="row"><code>key</code></th><td>The public key is missing, incomplete or another text, or this gateway does not know it; the console says which. Copy it from the web application: Settings, Encryption keys, Public key. A key belongs to one gateway, and that of a sandbox changes with its data. A client secret in a page is public: remove it, and revoke it in Settings, API credentials.</td></tr>
		<tr id="version"><th scope="row"><code>version</code></th><td>Your script and the iframe differ. Load the script from the gateway, not from a copy.</td></tr>
		<tr id="offline"><th scope="row"><code>offline</code></th><td>The browser is offline.</td></tr>
		<tr id="blocked"><th scope="row"><code>blocked</code></th><td>The iframe was blocked, often by an extension or a network filter, or this address is not the gateway’s.</td></tr>
		<tr id="timeout"><th scope="row"><code>timeout</code></th><td>The iframe did not load in time. Check the gateway’s address in your page, and that <code>/readyz</code> answers 200.</td></tr>
		<tr id="session"><th scope="row"><code>session</code></th><td>The gateway gave no session: it failed, or refused too many from one address. Check that <code>/readyz</code> answers 200.</td></tr>
		<tr id="internal"><th scope="row"><code>internal</code></th><td>The form had an internal error, named in the console. Report it to the gateway’s operator.</td></tr>
	</tbody></table></section>`;

function groupByTag(paths: Paths): [string, Endpoint[]][] {
	const groups = new Map<string, Endpoint[]>();
	for (const [path, item] of Object.entries(paths)) {
		for (const method of methods) {
			const operation = item[method];
			if (operation === undefined || !isForPrograms(operation)) continue;
			const tag = operation.tags?.[0] ?? "Other";
			groups.set(tag, [...(groups.get(tag) ?? []), { method, path, operation }]);
		}
	}
	return [...groups].sort(([a], [b]) => position(a) - position(b));
}

/** Pages and assets are for browsers. The consent page stays: a partner's developer sends merchants to it. */
function isForPrograms({ tags = [], responses = {} }: Operation): boolean {
	if (tags.includes("Pages")) return false;
	const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
	const types = successes.flatMap(([, response]) => Object.keys((response as { content?: object }).content ?? {}));
	const isConsentPage = tags.includes("Authorization") && types.includes("text/html");
	const hasNoContent = successes.some(([status]) => status === "204");
	return isConsentPage || hasNoContent || types.some((type) => dataTypes.includes(type));
}

const dataTypes = ["application/json", "text/csv", "text/plain"];

/** Merchants' developers first, operators last. */
const tagOrder = ["Authorization", "Transactions", "Pages", "Sandbox", "Documentation", "Operation"];

function position(tag: string): number {
	const index = tagOrder.indexOf(tag);
	return index === -1 ? tagOrder.length : index;
}

function anchor({ method, path }: Endpoint): string {
	return `${method}${path.replace(/[^a-z0-9]+/gi, "-")}`;
}

function article(endpoint: Endpoint, schemas: Schemas): Html {
	const { method, path, operation } = endpoint;
	return html`<article class="panel" id="${anchor(endpoint)}">
	<h3>${operation.summary}</h3>
	<p class="docs-path"><span class="chip">${method.toUpperCase()}</span> <code>${path}</code></p>
	${operation.description ? html`<p>${withCode(operation.description)}</p>` : ""}
	${(operation.security ?? []).flatMap(({ bearer = [] }) => bearer).map((scope) => html`<p>Scope: <code>${scope}</code></p>`)}
	${exampleRequest(endpoint, schemas)}
	${parameterList(operation)}
	${Object.entries(requestSchemas(operation)).map(
		([type, schema]) => html`<h4>Body <small>${type}</small></h4>${bodyFields(schema, schemas)}`,
	)}
	<h4>Responses</h4>
	${Object.entries(operation.responses ?? {}).map(([status, response]) => answer(status, response as Described, schemas))}
</article>`;
}

/** Shows the fields of each alternative. */
function bodyFields(schema: Schema, schemas: Schemas): Html | string {
	const alternatives = alternativesOf(schema, schemas);
	if (alternatives.length === 0) return fieldTable(schema, schemas);
	return html`${fieldTable(schema, schemas)}
	<p>One of ${alternatives.length}:</p>
	${alternatives.map(
		(
			alternative,
			place,
		) => html`<details open><summary>${titleOf(alternative, schemas) ?? `Alternative ${place + 1}`}</summary>
		${fieldTable(alternative, schemas)}</details>`,
	)}`;
}

function alternativesOf(reference: Schema, schemas: Schemas): Schema[] {
	const { anyOf = [], oneOf = [] } = resolve(reference, schemas);
	return [...anyOf, ...oneOf].filter((schema) => fieldsOf(schema, schemas).length > 0);
}

/** Returns the fields that tell an alternative from the others: those with one value, or else the required ones. */
function titleOf(schema: Schema, schemas: Schemas): string | undefined {
	const fields = fieldsOf(schema, schemas);
	const fixed = fields.flatMap(({ name, schema: { const: only, enum: values } }) => {
		const value = only ?? (values?.length === 1 ? values[0] : undefined);
		return value === undefined ? [] : [`${name} ${String(value)}`];
	});
	if (fixed.length > 0) return fixed.join(", ");
	const required = fields.filter((field) => field.required).map(({ name }) => name);
	return required.length > 0 ? `With ${required.join(", ")}` : undefined;
}

/** Has the examples of required and well-known fields. */
function exampleRequest({ method, path, operation }: Endpoint, schemas: Schemas): Html | string {
	const body = requestSchemas(operation)["application/json"];
	if (body === undefined) return "";
	const examples = fieldsOf(body, schemas).filter(({ schema }) => schema.example !== undefined);
	// A card comes as a token or as a number; the token keeps card numbers from the merchant.
	const shown = examples.filter(({ name }) => !name.startsWith("card_") && name !== "cvv2");
	const json = JSON.stringify(Object.fromEntries(shown.map(({ name, schema }) => [name, schema.example])), null, 2);
	return html`<pre tabindex="0" aria-label="Example request">${method.toUpperCase()} ${path}
Authorization: Bearer …
Content-Type: application/json

${json}</pre>`;
}

function parameterList(operation: Operation): Html | string {
	const parameters = (operation.parameters ?? []) as {
		name: string;
		in: string;
		description?: string;
		schema?: Schema;
	}[];
	if (parameters.length === 0) return "";
	return html`<h4>Parameters</h4>
	<dl>${parameters.map(
		(parameter) => html`<dt><code>${parameter.name}</code> <small>${parameter.in}</small></dt>
		<dd>${withCode(parameter.description ?? parameter.schema?.description ?? "")}</dd>`,
	)}</dl>`;
}

function requestSchemas(operation: Operation): Schemas {
	return schemasOf(operation.requestBody as Described | undefined);
}

interface Described {
	description: string;
	content?: Record<string, { schema?: Schema }>;
}

function schemasOf({ content = {} }: Partial<Described> = {}): Schemas {
	return Object.fromEntries(Object.entries(content).map(([type, media]) => [type, media.schema ?? {}]));
}

/** Objects that several responses share are shown once, and linked. */
function answer(status: string, response: Described, schemas: Schemas): Html {
	const shown = Object.values(schemasOf(response)).filter((schema) => isShownAlone(resolve(schema, schemas), schemas));
	const names = shown.map(nameOf).filter((name) => name !== undefined);
	const unnamed = shown.filter((schema) => nameOf(schema) === undefined);
	const title = html`<strong>${status}</strong> ${withCode(response.description)}`;
	return html`<p>${title}${names.map((name) => html`: ${objectLink(name)}`)}</p>
	${unnamed.map((schema) => html`<details><summary>Fields of ${status}</summary>${fieldTable(schema, schemas)}</details>`)}`;
}

/** Objects of requests alone are shown with their request. */
function answeredObjects(groups: [string, Endpoint[]][], schemas: Schemas): string[] {
	const operations = groups.flatMap(([, endpoints]) => endpoints.map(({ operation }) => operation));
	const asked = new Set(operations.flatMap((operation) => Object.values(requestSchemas(operation)).map(nameOf)));
	return Object.keys(schemas)
		.filter((name) => !asked.has(name) && isShownAlone(schemas[name] ?? {}, schemas))
		.sort();
}

function isShownAlone(schema: Schema, schemas: Schemas): boolean {
	const parts = [fieldsOf(schema, schemas), alternativesOf(schema, schemas)];
	return schema.enum !== undefined || parts.some(({ length }) => length > 0);
}

function object(name: string, schemas: Schemas): Html {
	const schema = schemas[name] ?? {};
	const alternatives = alternativesOf(schema, schemas);
	return html`<article class="panel" id="object-${name}">
	<h3><code>${name}</code></h3>
	${schema.description ? html`<p>${withCode(schema.description)}</p>` : ""}
	${schema.enum === undefined ? fieldTable(schema, schemas) : html`<p>${schema.enum.map((value) => html`<code>${value}</code> `)}</p>`}
	${alternatives.length === 0 ? "" : html`<p>One of ${alternatives.map((alternative) => html`${typeLinks(alternative)} `)}</p>`}
</article>`;
}

function objectLink(name: string): Html {
	return html`<a href="#object-${name}">${name}</a>`;
}

function nameOf(schema: Schema): string | undefined {
	return schema.$ref?.split("/").at(-1);
}

interface Field {
	name: string;
	schema: Schema;
	required: boolean;
}

function resolve(schema: Schema, schemas: Schemas): Schema {
	const name = nameOf(schema);
	return name === undefined ? schema : (schemas[name] ?? {});
}

function fieldsOf(reference: Schema, schemas: Schemas): Field[] {
	const schema = resolve(reference, schemas);
	const inherited = (schema.allOf ?? []).flatMap((part) => fieldsOf(part, schemas));
	const own = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
		name,
		schema: field,
		required: schema.required?.includes(name) ?? false,
	}));
	const names = new Set(own.map(({ name }) => name));
	return [...inherited.filter(({ name }) => !names.has(name)), ...own];
}

function fieldTable(schema: Schema, schemas: Schemas): Html | string {
	const fields = fieldsOf(schema, schemas);
	if (fields.length === 0) return "";
	return html`<table class="table small">
	<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
	<tbody>${fields.map(
		({ name, schema: field, required }) => html`<tr>
		<th scope="row"><code>${name}</code>${required ? html` <span class="docs-required">required</span>` : ""}</th>
		<td data-label="Type">${typeLinks(field)}</td>
		<td data-label="Meaning">${meaningOf(field)}</td>
	</tr>`,
	)}</tbody></table>`;
}

function meaningOf({ description = "", example }: Schema): Html | string {
	if (example === undefined) return withCode(description);
	return html`${withCode(description)} <span class="muted">Example: <code>${typeof example === "object" ? JSON.stringify(example) : String(example)}</code></span>`;
}

function withCode(text: string): Html {
	return html`${text.split("`").map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function typeLinks(schema: Schema): Html | string {
	const name = nameOf(schema) ?? nameOf(schema.items ?? {});
	if (name === undefined) return typeOf(schema);
	return html`${schema.items === undefined ? "" : "array of "}${objectLink(name)}`;
}

function typeOf(schema: Schema): string {
	if (schema.enum !== undefined) return schema.enum.join(" | ");
	if (schema.const !== undefined) return String(schema.const);
	if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(" | ");
	if (schema.type === "array") return `array of ${typeOf(schema.items ?? {})}`;
	return [schema.type ?? "any"].flat().join(" | ");
}
