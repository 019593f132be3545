import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConfigError } from "../../../platform/src/config-error.ts";
import { loadProcessors } from "./load-processors.ts";

let directory: string;
let modules = 0;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-modules-"));
});

afterAll(() => rm(directory, { recursive: true }));

async function moduleWith(source: string): Promise<string> {
	modules += 1;
	const path = join(directory, `module${modules}.mjs`);
	await writeFile(path, source);
	return path;
}

/** The source of an adapter; each change replaces a property's source, or removes it. */
function adapter(changes: Record<string, string | undefined> = {}): string {
	const parts = {
		name: '"far"',
		title: '"Far Payments"',
		fields: '[{ name: "api_key", label: "API key", isSecret: true }]',
		maximumDelayMs: "60_000",
		verify: "async () => {}",
		submit: "async () => ({})",
		inquire: "async () => ({})",
		...changes,
	};
	const written = Object.entries(parts).flatMap(([name, source]) => (source === undefined ? [] : `${name}: ${source}`));
	return `({ ${written.join(", ")} })`;
}

const exporting = (...adapters: string[]) => moduleWith(`export const processors = [${adapters.join(", ")}];`);

async function faultOf(...paths: string[]): Promise<string> {
	const error = await loadProcessors(paths).catch((caught: unknown) => caught);
	expect(error).toBeInstanceOf(ConfigError);
	return (error as Error).message;
}

const places = {
	"a checkout": { conditions: ["--conditions=source"], address: new URL("load-processors.ts", import.meta.url).href },
	// As `npm run build` left it.
	"a built gateway": {
		conditions: [],
		address: new URL("../../dist/processor-accounts/load-processors.js", import.meta.url).href,
	},
};

/** Loads modules in a new process, and returns the names of the processors and the packages that were loaded. */
async function loadIn(place: keyof typeof places, modules: string[]): Promise<{ names: string[]; packages: string[] }> {
	const { conditions, address } = places[place];
	const program = `
		import { registerHooks } from "node:module";
		const loaded = new Set();
		registerHooks({ load: (url, context, next) => { loaded.add(url); return next(url, context); } });
		const { loadProcessors } = await import(${JSON.stringify(address)});
		const names = [...(await loadProcessors(${JSON.stringify(modules)})).keys()];
		const found = [...loaded].flatMap((url) => /packages\\/processors\\/\\w+|node_modules\\/@adyen|node_modules\\/stripe/.exec(url) ?? []);
		console.log(JSON.stringify({ names, packages: [...new Set(found)].sort() }));`;
	const { stdout } = await promisify(execFile)(process.execPath, [
		...conditions,
		"--input-type=module",
		"--eval",
		program,
	]);
	return JSON.parse(stdout);
}

describe.each(Object.keys(places) as (keyof typeof places)[])("the adapters of this project, in %s", (place) => {
	test("are loaded by the names of their packages, all in one gateway", async () => {
		const names = ["stripe", "adyen", "bambora", "moneris"];
		const { names: loaded } = await loadIn(
			place,
			names.map((name) => `@cardseal/processor-${name}`),
		);
		expect(loaded).toEqual(names);
	});

	test("are not loaded unless they are named, and neither are their libraries", async () => {
		expect(await loadIn(place, [])).toEqual({ names: [], packages: [] });
		expect(await loadIn(place, ["@cardseal/processor-bambora"])).toEqual({
			names: ["bambora"],
			packages: ["packages/processors/bambora"],
		});
		expect((await loadIn(place, ["@cardseal/processor-stripe"])).packages).toEqual([
			"node_modules/stripe",
			"packages/processors/stripe",
		]);
	});
});

describe("loadProcessors", () => {
	test("loads the processors of several modules by path, in their order", async () => {
		const first = await exporting(adapter(), adapter({ name: '"near"' }));
		const second = relative(process.cwd(), await exporting(adapter({ name: '"third-1"' })));
		const loaded = await loadProcessors([first, second.startsWith(".") ? second : `./${second}`]);
		expect([...loaded.keys()]).toEqual(["far", "near", "third-1"]);
		expect(loaded.get("far")?.title).toBe("Far Payments");
	});

	test("loads adapters that are instances of a class, as they are", async () => {
		const path = await moduleWith(`
			class Far {
				name = "far"; title = "Far"; maximumDelayMs = 0;
				fields = [{ name: "api_key", label: "API key", isSecret: true, isOptional: true }];
				#refusal = "refused";
				async verify() { throw new Error(this.#refusal); }
				async submit() {}
				async inquire() {}
			}
			export const processors = [new Far()];`);
		await expect((await loadProcessors([path])).get("far")?.verify({})).rejects.toThrow("refused");
	});

	test("loads nothing without a module", async () => {
		expect(await loadProcessors([])).toEqual(new Map());
	});

	test("names a package that is missing, and a module that fails", async () => {
		expect(await faultOf("@nobody/far")).toMatch(/^PROCESSORS_MODULE names @nobody\/far, but it cannot be loaded: /);
		const failing = await moduleWith('throw new Error("no licence\\nline two");');
		expect(await faultOf(failing)).toBe(`PROCESSORS_MODULE names ${failing}, but it cannot be loaded: no licence`);
		expect(await faultOf("")).toMatch(/^PROCESSORS_MODULE names an empty name, but it cannot be loaded: /);
	});

	test.each([
		["no export", "export const other = [];", "it exports no list `processors`"],
		["an adapter instead of a list", `export const processors = ${adapter()};`, "it exports no list `processors`"],
		["an empty list", "export const processors = [];", "it exports no list `processors`"],
		["a default export only", `export default [${adapter()}];`, "it exports no list `processors`"],
		["no adapter", "export const processors = [7];", "processors.0 is no object"],
	])("names the fault of %s", async (_case, source, fault) => {
		const path = await moduleWith(source);
		expect(await faultOf(path)).toBe(`PROCESSORS_MODULE names ${path}, but ${fault}`);
	});

	test.each([
		["a missing name", { name: undefined }, "processors.0.name is no text"],
		["a name in capitals", { name: '"Far"' }, "processors.0.name must be lower-case letters, digits and hyphens"],
		["an empty title", { title: '""' }, "processors.0.title is empty"],
		["no fields", { fields: "[]" }, "processors.0.fields is empty"],
		[
			"a field that is neither secret nor shown",
			{ fields: '[{ name: "a", label: "A" }]' },
			"processors.0.fields.0.isSecret is neither true nor false",
		],
		[
			"a field twice",
			{ fields: '[1, 2].map(() => ({ name: "a", label: "A", isSecret: true }))' },
			"processors.0.fields has a name twice",
		],
		["a missing delay", { maximumDelayMs: undefined }, "processors.0.maximumDelayMs is no number"],
		["a missing verify", { verify: undefined }, "processors.0.verify is no function"],
		["an answer to disputes that is no function", { acceptDispute: "7" }, "processors.0.acceptDispute is no function"],
		["a missing submit", { submit: undefined }, "processors.0.submit is no function"],
		["a missing inquire", { inquire: undefined }, "processors.0.inquire is no function"],
		["events that are no function", { events: "[]" }, "processors.0.events is no function"],
	])("names the fault of an adapter with %s", async (_case, changes, fault) => {
		const path = await exporting(adapter(changes));
		expect(await faultOf(path)).toBe(`PROCESSORS_MODULE names ${path}, but ${fault}`);
	});

	test("refuses the demo processor's name, and one that is taken", async () => {
		const demo = await exporting(adapter({ name: '"demo"' }));
		const taken = (path: string, name: string) =>
			`PROCESSORS_MODULE names ${path}, but a processor is named ${name}, and this name is taken`;
		expect(await faultOf(demo)).toBe(taken(demo, "demo"));
		const [first, second] = [await exporting(adapter()), await exporting(adapter())];
		expect(await faultOf(first, second)).toBe(taken(second, "far"));
		const twice = await exporting(adapter(), adapter());
		expect(await faultOf(twice)).toBe(taken(twice, "far"));
	});
});
