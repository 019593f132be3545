import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { commandGroups } from "../../apps/gateway/src/operator/commands.ts";
import { prepareCommand, resolveCommand } from "../../apps/gateway/src/operator/program.ts";
import { anchorOf } from "../../apps/gateway/src/web/docs/guide-page.ts";
import { guides, readGuides, readPictures } from "../../apps/gateway/src/web/docs/guides.ts";
import type { CallError, ClientOptions } from "../../packages/client/src/index.ts";
import { problemStatuses } from "../../packages/platform/src/reasons.ts";
import { series } from "../../packages/platform/src/telemetry/series.ts";
import type { CardForm } from "../../packages/widget/src/host/card-form.ts";
import type { CardFormErrorCode } from "../../packages/widget/src/host/errors.ts";
import type { CardFormEvents } from "../../packages/widget/src/host/events.ts";
import type { MountOptions } from "../../packages/widget/src/host/options.ts";
import { directionOf, languages } from "../../packages/widget/src/locale/languages.ts";
import { themeProperties } from "../../packages/widget/src/theme.ts";
import type { FailureCause, Theme } from "../../packages/widget/src/wire/messages.ts";
import { withReasons } from "../api-types/reasons-table.ts";
import { withSeries } from "../api-types/series-table.ts";
import { readRules } from "../faults/alerts/rules.ts";
import { root } from "../run/command.ts";
import { readProjectFiles } from "../run/project-files.ts";

/** In these records the compiler reports missing and unknown names. */
const causes: Record<FailureCause, true> = {
	offline: true,
	blocked: true,
	csp: true,
	timeout: true,
	origin: true,
	key: true,
	session: true,
	version: true,
	internal: true,
};
const otherCodes: Record<Exclude<CardFormErrorCode, FailureCause>, true> = {
	invalid: true,
	disabled: true,
	destroyed: true,
	aborted: true,
	canceled: true,
};
const options: Record<keyof MountOptions, true> = {
	publicKey: true,
	gateway: true,
	locale: true,
	theme: true,
	fields: true,
	disabled: true,
	signal: true,
};
const methods: Record<keyof CardForm, true> = {
	on: true,
	update: true,
	focus: true,
	clear: true,
	tokenize: true,
	authenticate: true,
	destroy: true,
};
const events: Record<keyof CardFormEvents, true> = {
	ready: true,
	change: true,
	brand: true,
	focus: true,
	blur: true,
	submit: true,
	token: true,
	error: true,
};

const settings: Record<keyof ClientOptions, true> = {
	authUrl: true,
	baseUrl: true,
	clientId: true,
	clientSecret: true,
	scopes: true,
	attemptTimeLimitMs: true,
	timeLimitMs: true,
	maximumAttempts: true,
	fetch: true,
	clock: true,
};
const errorCodes: Record<CallError["code"], true> = {
	BAD_REQUEST: true,
	UNAUTHORIZED: true,
	FORBIDDEN: true,
	NOT_FOUND: true,
	METHOD_NOT_ALLOWED: true,
	REQUEST_TIMEOUT: true,
	CONFLICT: true,
	PAYLOAD_TOO_LARGE: true,
	URI_TOO_LONG: true,
	UNSUPPORTED_MEDIA_TYPE: true,
	IDEMPOTENCY_MISMATCH: true,
	TOO_MANY_REQUESTS: true,
	HEADERS_TOO_LARGE: true,
	INTERNAL: true,
	UNAVAILABLE: true,
	CONNECTION: true,
	TIME_LIMIT: true,
	ABORTED: true,
	UNREADABLE: true,
};

/** A value for each theme token, used to find the custom property that it sets. */
const themeSamples: Required<Theme> = {
	scheme: "auto",
	accent: "#000000",
	text: "#000000",
	background: "#000000",
	border: "#000000",
	danger: "#000000",
	radius: 16,
	spacing: 16,
	fontSize: 16,
	fontFamily: "system",
	brands: "Visa",
};

const served = new Set([...readGuides().keys(), ...readPictures().keys()]);
const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
	.filter((name) => name.endsWith(".md"))
	.map((name) => ({ name, text: read(`docs/${name}`) }));

test("the language table lists the languages of the card form with their directions", () => {
	const rows = rowsUnder("docs/languages.md", "code").map(([code, , direction]) => [unquote(code), direction]);
	const directions = { ltr: "left to right", rtl: "right to left" };

	expect(rows).toEqual(languages.map((language) => [language, directions[directionOf(language)]]));
});

test.each([
	["docs/errors.md", "cause", causes],
	["docs/errors.md", "code", otherCodes],
	["docs/api.md", "option", options],
	["docs/api.md", "method", methods],
	["docs/api.md", "event", events],
	["docs/server.md", "setting", settings],
	["docs/server.md", "error code", errorCodes],
])("%s has a row for each %s and no other", (path, heading, names) => {
	const described = rowsUnder(path, heading).map(([name]) => /^`(\w+)/.exec(name ?? "")?.[1]);

	expect(described).toEqual(Object.keys(names));
});

test("docs/errors.md has the table of all reasons", () => {
	const page = read("docs/errors.md");
	expect(withReasons(page)).toBe(page);
});

test("docs/operate/metrics.md has the table of all series", () => {
	const page = read("docs/operate/metrics.md");
	expect(withSeries(page)).toBe(page);
});

test.each(["alerts.yaml", "dashboard.json"])("deploy/prometheus/%s reads series and labels that exist", (name) => {
	const expressions = read(`deploy/prometheus/${name}`);
	const named = [...expressions.matchAll(/(cardseal_[a-z_]+?)(?:_bucket|_count|_sum)?\b(?:\{(\w+))?/g)];
	const known = Object.values(series).map(({ name: series, labels }) => [series, new Set<string>(labels)] as const);
	const labelsOf = new Map<string, Set<string>>(known);
	const wrong = named.filter(([, series = "", label]) => {
		const labels = labelsOf.get(series);
		return labels === undefined || (label !== undefined && !labels.has(label));
	});

	expect(named.length).toBeGreaterThan(10);
	expect(wrong.map(([text]) => text)).toEqual([]);
});

describe("alerts", () => {
	const rules = readRules();
	const fileOf = (alert: string) => `${alert.replaceAll(/(?!^)[A-Z]/g, "-$&").toLowerCase()}.md`;
	const alertPages = pages.filter(({ name }) => name.startsWith("operate/alerts/") && !name.endsWith("README.md"));

	test("each rule has a page, each page a rule, and the rule names the page", () => {
		expect(alertPages.map(({ name }) => `docs/${name}`).toSorted()).toEqual(
			rules.map(({ annotations }) => annotations.runbook).toSorted(),
		);
		for (const { alert, annotations } of rules) {
			expect(annotations.runbook).toBe(`docs/operate/alerts/${fileOf(alert)}`);
			expect(
				read(annotations.runbook)
					.split("\n")
					.filter((line) => line.startsWith("#")),
			).toEqual([`# ${alert}`, "## Meaning", "## Look at", "## Do"]);
		}
	});

	test("the index has the table of all rules", () => {
		expect(rowsUnder("docs/operate/alerts/README.md", "alert")).toEqual(
			rules.map(({ alert, labels, annotations }) => {
				return [`[${alert}](${fileOf(alert)})`, labels.severity, annotations.summary];
			}),
		);
	});

	test("every command of a page exists and takes these arguments", () => {
		const commands = alertPages.flatMap(({ text }) =>
			[...text.matchAll(/`npm run (?:admin -- |(?=(?:audit|keys) -- ))([^`]+)`/g)].map(([, words = ""]) =>
				words.replace(" -- ", " ").split(/\s+/),
			),
		);
		expect(commands.length).toBeGreaterThan(15);
		for (const words of commands) {
			const resolved = resolveCommand(commandGroups, words);
			expect("help" in resolved ? words : []).toEqual([]);
			if (!("help" in resolved)) expect(() => prepareCommand(resolved)).not.toThrow();
		}
	});
});

test("the client knows every code by which the gateway refuses", () => {
	expect(Object.keys(errorCodes)).toEqual([
		...Object.keys(problemStatuses),
		"CONNECTION",
		"TIME_LIMIT",
		"ABORTED",
		"UNREADABLE",
	]);
});

test("every attribute that the element reads is described, and no other", () => {
	const element = ["element.ts", "submissions.ts"].map((name) => read(`packages/widget/src/host/${name}`)).join("\n");
	const names = [...element.matchAll(/(?:this|element)\.(?:get|has)Attribute\("([a-z-]+)"\)/g)].map(([, name]) => name);
	const described = rowsUnder("docs/api.md", "attribute").map(([name]) => unquote(name));

	expect(described.sort()).toEqual([...new Set(names)].sort());
});

describe("the table of theme tokens", () => {
	const rows = rowsUnder("docs/themes.md", "token").map(([token, values = "", light, dark]) => {
		return { token: unquote(token) as keyof Theme, values, light: unquote(light), dark: unquote(dark) };
	});
	const styles = read("packages/widget/src/frame.css");
	// The third part is for dark systems, and says the same as the fourth.
	const [, inLight = "", , inDark = ""] = styles.split(":root");

	test("has every token, and no other", () => {
		expect(rows.map(({ token }) => token)).toEqual(Object.keys(themeSamples));
	});

	test.each(rows.filter(({ light }) => /^(?:#|\d)/.test(light)))("tells the defaults of $token", (row) => {
		const unit = row.light.startsWith("#") ? "" : "px";
		expect(inLight).toContain(`${propertyOf(row.token)}: ${row.light}${unit};`);
		expect(inDark.includes(`${propertyOf(row.token)}: `) ? inDark : inLight).toContain(
			`${propertyOf(row.token)}: ${row.dark}${unit};`,
		);
	});

	test.each(rows.filter(({ values }) => values.endsWith("px")))("tells the bounds of $token", ({ token, values }) => {
		const [least = 0, most = 0] = values.match(/\d+/g)?.map(Number) ?? [];
		const taken = [least - 1, least, most, most + 1].filter((value) => themeProperties({ [token]: value }).size > 0);
		expect(taken).toEqual([least, most]);
	});
});

test("what the gateway is said to answer is what it answers", async () => {
	const sources = (await readProjectFiles()).filter(
		({ path }) => /^(?:apps\/gateway|packages\/[a-z-]+)\/src\/.*\.ts$/.test(path) && !path.endsWith(".test.ts"),
	);
	const written = sources.map(({ text }) => text.replaceAll('\\"', '"')).join("\n");
	const quoted = [
		...rowsUnder("docs/errors.md", "message").map(([message]) => message),
		...rowsUnder("docs/errors.md", "status").map(([, message]) => message),
	];
	// An ellipsis stands for the part that differs from answer to answer.
	const parts = quoted.flatMap((message = "") => message.split("…")).map((part) => part.trim());

	expect(quoted.length).toBeGreaterThan(20);
	expect(parts.filter((part) => !written.includes(part))).toEqual([]);
});

test("the code in docs/processors.md is in the files that it names", () => {
	const blocks = [...read("docs/processors.md").matchAll(/```ts\n\/\/ (\S+)\n([^`]*)```/g)];

	expect(blocks).toHaveLength(read("docs/processors.md").split("```ts").length - 1);
	expect(blocks.filter(([, path = "", code = ""]) => !read(path).includes(code)).map(([block]) => block)).toEqual([]);
	expect(blocks.length).toBeGreaterThan(2);
});

describe.each(pages)("docs/$name", ({ name, text }) => {
	test("leads to places that exist", () => {
		const links = [...text.matchAll(/\]\((?!https?:)([^)\s]*)\)/g)].map(([, target = ""]) => target);

		expect(links.filter((target) => !existsAt(name, target))).toEqual([]);
	});

	test("leads to guides that the gateway serves; guides for operators may lead to the source code", () => {
		const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = ""]) =>
			join(dirname(name), target),
		);
		const isListed = guides.some(({ file }) => file === name);

		expect(links.filter((target) => !served.has(target) && (isListed || !target.startsWith("../")))).toEqual([]);
	});

	test("is reached from the index of a folder", () => {
		const indexes = pages.filter((page) => page.name !== name && page.name.endsWith("README.md"));
		const isLinked = indexes.some((index) => index.text.includes(`](${relative(dirname(index.name), name)})`));
		expect(name === "README.md" || isLinked).toBe(true);
	});
});

function read(path: string): string {
	return readFileSync(join(root, path), "utf8");
}

/** The cells of every table whose first column has this heading. */
function rowsUnder(path: string, heading: string): string[][] {
	const tables = read(path)
		.split(/\n(?!\|)/)
		.map((table) => table.trim().split("\n").map(cellsOf))
		.filter(([head]) => head?.[0] === heading);
	return tables.flatMap((table) => table.slice(2));
}

function cellsOf(row: string): string[] {
	return row
		.split("|")
		.slice(1, -1)
		.map((cell) => cell.trim());
}

/** The custom property that a theme token becomes. */
function propertyOf(token: keyof Theme): string | undefined {
	return themeProperties({ [token]: themeSamples[token] })
		.keys()
		.next().value;
}

function unquote(cell = ""): string {
	return cell.replaceAll("`", "");
}

/** @param target a link as `docs/` writes it: `errors.md#anchor`, `#anchor` */
function existsAt(page: string, target: string): boolean {
	const [path = "", anchor] = target.split("#");
	const file = path === "" ? `docs/${page}` : relative(root, join(root, dirname(`docs/${page}`), path));
	if (!existsSync(join(root, file))) return false;
	return anchor === undefined || headingsOf(read(file)).includes(anchor);
}

function headingsOf(text: string): string[] {
	return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));
}
