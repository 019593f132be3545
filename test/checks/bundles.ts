import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { testNumbers } from "@cardseal/card";
import ts from "typescript";
import { root } from "../run/command.ts";
import type { Check } from "./check.ts";

const scriptName = "cardseal-encrypt.js";
const scriptFolder = "packages/encrypt/dist";
const shopFolder = "apps/shop/dist/browser";
const dashboardFolder = "apps/dashboard/dist/browser";
const widgetFolder = "packages/widget/dist/browser";
/** The page of a payer who authenticates, in a frame of its own. */
const challengePath = "packages/payers/src/authentication/page.js";

/** Budgets in bytes after gzip at level 9. */
const scriptBudgetBytes = 11 * 1024;
const shopBudgetBytes = 12 * 1024;
const widgetBudgetsBytes = {
	"cardseal.js": 5 * 1024,
	"challenge.js": 1024,
	"frame.js": 25 * 1024,
	"frame.css": 3 * 1024,
};
/** Loaded when a bank asks, and not by the card form. */
const challengeBudgetBytes = 2 * 1024;
const languageBudgetBytes = 1024;
const firstScreenBudgetBytes = 100 * 1024;

/** Names that none of our pages may contain. Minifying keeps them: globals, their properties, and strings. */
const unwantedAnywhere = [
	"eval(",
	"new Function",
	"Math.random",
	"localStorage",
	"sessionStorage",
	"indexedDB",
	"document.cookie",
	"document.write",
	"innerHTML",
	"process.env",
	"node:",
	"require(",
	"sourceMappingURL",
	"client_secret",
];

/** The encryption library makes no requests, and contains neither the code that opens tokens nor test numbers. */
const unwantedInScript = [
	...unwantedAnywhere,
	"fetch(",
	"XMLHttpRequest",
	"sendBeacon",
	"WebSocket",
	"EventSource",
	"import(",
	"openEnvelope",
	"createPrivateKey",
	"createDecipheriv",
	"generateKeyPairSync",
	"diffieHellman",
	"ed25519",
	"Ed25519",
	...testNumbers.map(({ number }) => number),
];

/** The scripts on the merchant's page contain neither the library nor its test numbers. */
const unwantedInHost = [
	...unwantedAnywhere,
	"encryptCard",
	"AES-GCM",
	"X25519",
	"XMLHttpRequest",
	"sendBeacon",
	"WebSocket",
	'"*"',
	"`*`",
	...testNumbers.map(({ number }) => number),
];

/** The frame calls only the gateway, by fetch. Preact contains `innerHTML`; Biome and Trusted Types keep it unused. */
const unwantedInFrame = [...unwantedInScript.filter((name) => !["fetch(", "innerHTML"].includes(name)), '"*"', "`*`"];

/** Preact contains `innerHTML` here as well. A page that explains credentials names their fields. */
const unwantedInDashboard = unwantedAnywhere.filter((name) => !["innerHTML", "client_secret"].includes(name));

/** Checks the built files that browsers load: size, integrity, and what they must not hold. */
export async function checksOfBundles(): Promise<Check[]> {
	const script = await readFile(join(root, scriptFolder, scriptName), "utf8");
	const integrity = JSON.parse(await readFile(join(root, scriptFolder, "integrity.json"), "utf8"));
	return [...checksOfScript(script, integrity), ...checksOfWidget(), ...checksOfDashboard(), ...(await checksOfShop())];
}

function checksOfScript(script: string, integrity: Record<string, string>): Check[] {
	return [
		{
			name: `${scriptName} is at most ${scriptBudgetBytes} bytes after gzip`,
			problem: () => problemOfSize(script, scriptBudgetBytes),
		},
		{
			name: `integrity.json tells the hash of ${scriptName}`,
			problem: () => problemOfHash(script, integrity[scriptName]),
		},
		{ name: `${scriptName} holds nothing it must not`, problem: () => findUnwanted(script, unwantedInScript) },
		{ name: `${scriptName} leaves one frozen global, CardSeal`, problem: () => problemsOfGlobals(script, "CardSeal") },
	];
}

/** Checks the card form's files: budgets, contents, and the hashes in `files.json`. */
function checksOfWidget(): Check[] {
	const read = (name: string) => readFileSync(join(root, widgetFolder, name), "utf8");
	const manifest: Record<string, string> = JSON.parse(read("files.json"));
	const names = Object.keys(manifest);
	const languages = names.filter((name) => name.startsWith("locale-"));
	const budgets = {
		...widgetBudgetsBytes,
		...Object.fromEntries(languages.map((name) => [name, languageBudgetBytes])),
	};
	return [
		...Object.entries(budgets).map(([name, budgetBytes]) => ({
			name: `${name} is at most ${budgetBytes} bytes after gzip`,
			problem: () => problemOfSize(read(name), budgetBytes),
		})),
		{
			name: "files.json names every file of the card form, by its hash",
			problem: () => [
				...Object.keys(widgetBudgetsBytes).filter((name) => !names.includes(name)),
				...names.flatMap((name) => problemOfHash(read(name), manifest[name]) ?? []),
			],
		},
		{
			name: "cardseal.js and challenge.js hold nothing they must not",
			problem: () => ["cardseal.js", "challenge.js"].flatMap((name) => findUnwanted(read(name), unwantedInHost)),
		},
		{
			name: "cardseal.js imports challenge.js alone, by its hash, and holds none of it",
			problem: () => problemsOfImport(read("cardseal.js"), read("challenge.js")),
		},
		{
			name: "frame.js holds nothing it must not",
			problem: () => findUnwanted(read("frame.js"), unwantedInFrame),
		},
		{
			name: `the script of the bank's page is apart, and at most ${challengeBudgetBytes} bytes after gzip`,
			problem: () => problemsOfChallenge(readFileSync(join(root, challengePath), "utf8"), read("cardseal.js")),
		},
		{
			name: "frame.css loads nothing from anywhere",
			problem: () => findUnwanted(read("frame.css"), ["url(", "@import", "http:", "https:"]),
		},
	];
}

function problemsOfImport(host: string, challenge: string): string[] {
	const hash = createHash("sha256").update(challenge).digest("hex").slice(0, 12);
	const [wanted, imports] = [`import(new URL(\`/v1/assets/challenge-${hash}.js\``, host.split("import(").length - 1];
	return [
		...(host.includes(wanted) ? [] : [`It has no ${wanted}.`]),
		...(imports === 1 ? [] : [`It has ${imports} imports.`]),
		...findUnwanted(host, ["allow-popups"]),
	];
}

/** Names in the script of the bank's page: its clock, and the place of the bank. */
const namesOfChallenge = ["timeLeft", "bank-place"];

function problemsOfChallenge(script: string, host: string): string[] {
	return [
		...[problemOfSize(script, challengeBudgetBytes) ?? []].flat(),
		...namesOfChallenge.filter((name) => !script.includes(name)).map((name) => `It has no ${name} any more.`),
		...findUnwanted(script, unwantedAnywhere),
		...findUnwanted(host, namesOfChallenge),
	];
}

/** An entry of vite's manifest: the file, and what it imports at once or later. */
interface ManifestEntry {
	file: string;
	css?: string[];
	imports?: string[];
	dynamicImports?: string[];
}

/** Checks the contents of the dashboard's files, and the size of its first screen. */
function checksOfDashboard(): Check[] {
	const read = (name: string) => readFileSync(join(root, dashboardFolder, name), "utf8");
	const manifest: Record<string, ManifestEntry> = JSON.parse(read("manifest.json"));
	const files = globSync("assets/*.{js,css}", { cwd: join(root, dashboardFolder) });
	return [
		{
			name: `the web application's first screen is at most ${firstScreenBudgetBytes} bytes after gzip, with its plot`,
			problem: () =>
				problemOfSize(["index.html", ...filesOfFirstScreen(manifest)].map(read).join("\n"), firstScreenBudgetBytes),
		},
		{
			name: "the web application's files hold nothing they must not",
			problem: () => files.flatMap((file) => findUnwanted(read(file), unwantedInDashboard)),
		},
	];
}

/** Lists the files of the complete overview: the shell, the page, and what the page imports. */
export function filesOfFirstScreen(manifest: Record<string, ManifestEntry>): string[] {
	const overview = "src/overview/overview-page.tsx";
	const seen = new Set<string>();
	const visit = (name: string): void => {
		const entry = manifest[name];
		if (entry === undefined) throw new Error(`The manifest has no ${name}.`);
		if (seen.has(name)) return;
		seen.add(name);
		for (const needed of entry.imports ?? []) visit(needed);
	};
	for (const name of ["index.html", overview, ...(manifest[overview]?.dynamicImports ?? [])]) visit(name);
	return [...new Set([...seen].flatMap((name) => [manifest[name]?.file ?? "", ...(manifest[name]?.css ?? [])]))];
}

async function checksOfShop(): Promise<Check[]> {
	const paths = globSync("**/*.js", { cwd: join(root, shopFolder) });
	const texts = await Promise.all(paths.map((path) => readFile(join(root, shopFolder, path), "utf8")));
	return [
		{
			name: `the shop's scripts are at most ${shopBudgetBytes} bytes after gzip, together`,
			problem: () =>
				paths.length === 0
					? `No script was built into ${shopFolder}.`
					: problemOfSize(texts.join("\n"), shopBudgetBytes),
		},
		{
			name: "the shop's scripts hold nothing they must not",
			problem: () => texts.flatMap((text) => findUnwanted(text, unwantedAnywhere)),
		},
	];
}

/** Returns nothing when the text is within the budget. */
export function problemOfSize(text: string, budgetBytes: number): string | undefined {
	const bytes = gzipSync(text, { level: 9 }).length;
	return bytes <= budgetBytes ? undefined : `${bytes} bytes after gzip, ${bytes - budgetBytes} too many.`;
}

/** Returns nothing when the integrity string is the one a browser computes for the text. */
export function problemOfHash(text: string, integrity: string | undefined): string | undefined {
	const expected = `sha384-${createHash("sha384").update(text).digest("base64")}`;
	return integrity === expected ? undefined : `It tells ${integrity}, but the file has ${expected}.`;
}

/** Lists the forbidden names that a bundle contains. */
export function findUnwanted(text: string, names: readonly string[]): string[] {
	return names
		.filter((name) => text.includes(name))
		.map((name) => {
			const at = text.indexOf(name);
			return `It holds ${JSON.stringify(name)}: …${text.slice(Math.max(0, at - 40), at + name.length + 40)}…`;
		});
}

/**
 * Runs a script in a fresh context and compares the globals before and after.
 *
 * @param name the one global it may define, frozen
 */
export function problemsOfGlobals(script: string, name: string): string[] {
	const page = createContext({ TextEncoder, TextDecoder, crypto });
	const globals = (): string[] => runInContext("Object.getOwnPropertyNames(globalThis)", page);
	const before = new Set(globals());
	runInContext(script, page);
	const added = [...globals().filter((global) => !before.has(global)), ...lexicalGlobals(script)];
	const problems = added.filter((global) => global !== name).map((global) => `It also defines ${global}.`);
	if (!added.includes(name)) return [...problems, `It does not define ${name}.`];
	const isFrozen = runInContext(`Object.isFrozen(${name})`, page);
	return isFrozen ? problems : [...problems, `${name} is not frozen.`];
}

/** `const`, `let` and `class` at the top of a script are global, but not properties of `globalThis`. */
function lexicalGlobals(script: string): string[] {
	return ts.createSourceFile("script.js", script, ts.ScriptTarget.Latest).statements.flatMap((statement) => {
		if (ts.isClassDeclaration(statement)) return statement.name?.text ?? [];
		if (!ts.isVariableStatement(statement)) return [];
		const { declarations, flags } = statement.declarationList;
		return flags & ts.NodeFlags.BlockScoped
			? declarations.map(({ name }) => (ts.isIdentifier(name) ? name.text : "a pattern"))
			: [];
	});
}
