import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ConfigError } from "@cardseal/platform";
import { demoProcessorName, type ProcessorAdapter } from "@cardseal/vault";
import { z } from "zod";

/** Does not contain the demo processor. */
export type Processors = ReadonlyMap<string, ProcessorAdapter>;

const line = z.string("is no text").min(1, "is empty").max(100, "is longer than 100 characters");
const method = z.custom((value) => typeof value === "function", "is no function");

const adapterSchema = z.object(
	{
		name: z.string("is no text").regex(/^[a-z0-9][a-z0-9-]{0,49}$/, "must be lower-case letters, digits and hyphens"),
		title: line,
		fields: z
			.array(
				z.object(
					{
						name: z.string("is no text").regex(/^\w{1,50}$/, "must be letters, digits and underscores"),
						label: line,
						isSecret: z.boolean("is neither true nor false"),
						isOptional: z.boolean("is neither true nor false").optional(),
						isIdentity: z.boolean("is neither true nor false").optional(),
					},
					"is no object",
				),
				"is no list",
			)
			.min(1, "is empty")
			.refine((fields) => new Set(fields.map(({ name }) => name)).size === fields.length, "has a name twice"),
		maximumDelayMs: z.number("is no number").min(0, "is below 0"),
		verify: method,
		submit: method,
		inquire: method,
		isTest: method.optional(),
		events: method.optional(),
		readWebhook: method.optional(),
		webhookPlace: line.optional(),
		acceptDispute: method.optional(),
		sendEvidence: method.optional(),
	},
	"is no object",
);

/**
 * Loads the modules that PROCESSORS_MODULE names. Each exports `processors`, a list of adapters.
 *
 * @param modules paths from the working directory, or names of packages
 * @throws ConfigError that names the module and its fault
 */
export async function loadProcessors(modules: readonly string[]): Promise<Processors> {
	const loaded = new Map<string, ProcessorAdapter>();
	for (const module of modules) {
		for (const adapter of await loadModule(module)) {
			if (adapter.name === demoProcessorName || loaded.has(adapter.name)) {
				throw faultOf(module, `a processor is named ${adapter.name}, and this name is taken`);
			}
			loaded.set(adapter.name, adapter);
		}
	}
	return loaded;
}

async function loadModule(module: string): Promise<ProcessorAdapter[]> {
	const exported = await importModule(module);
	const { processors } = exported;
	if (!Array.isArray(processors) || processors.length === 0) throw faultOf(module, "it exports no list `processors`");
	for (const [index, adapter] of processors.entries()) {
		const [issue] = adapterSchema.safeParse(adapter).error?.issues ?? [];
		if (issue !== undefined) {
			throw faultOf(module, `${["processors", index, ...issue.path].join(".")} ${issue.message}`);
		}
	}
	return processors;
}

async function importModule(module: string): Promise<{ processors?: unknown }> {
	const isPath = /^(?:\.{0,2}\/|file:)/.test(module);
	const address = isPath && !module.startsWith("file:") ? pathToFileURL(resolve(module)).href : module;
	try {
		return await import(/* @vite-ignore */ address);
	} catch (error) {
		const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
		throw faultOf(module, `it cannot be loaded: ${reason}`);
	}
}

function faultOf(module: string, fault: string): ConfigError {
	return new ConfigError(`PROCESSORS_MODULE names ${module === "" ? "an empty name" : module}, but ${fault}`);
}
