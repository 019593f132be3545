import { readFile } from "node:fs/promises";
import { operator } from "@cardseal/platform/audit";
import {
	type Answer,
	type CommandGroup,
	CommandRefused,
	defineCommand,
	type OperatorContext,
	table,
	UsageError,
	unlessRefused,
} from "@cardseal/platform/operator";
import { z } from "zod";
import type { Merchant } from "../merchant.ts";
import { describeMerchant, getNamedMerchant, merchantAnswer, merchantTerm } from "../named-merchant.ts";
import { availableProcessors, type ProcessorAccountRecord, processorAccountRecordOf } from "./account-record.ts";
import { changeProcessorAccount } from "./change-account.ts";
import { loadProcessors } from "./load-processors.ts";
import { listProcessorAccounts } from "./processor-accounts.store.ts";
import {
	addProcessorAccount,
	type ProcessorAccounts,
	removeProcessorAccount,
	verifyProcessorAccount,
} from "./processor-accounts.ts";
import type { ProcessorAccount } from "./tables.ts";

const refusals = {
	field: () => new UsageError("--field is NAME=VALUE."),
	origin: () => new UsageError("--processor-origin is an origin, such as http://localhost:9000, without a path."),
	file: (reason: string) => new CommandRefused(`--fields-file cannot be read: ${reason}.`),
	content: () => new CommandRefused('--fields-file holds an object in JSON, such as {"api_key": "…"}.'),
};

const fieldOptions = {
	field: {
		type: "string",
		multiple: true,
		value: "NAME=VALUE",
		meaning: "A field of the account. May be repeated. For update, an empty VALUE removes an optional field.",
	},
	"fields-file": {
		type: "string",
		value: "FILE",
		meaning: "A file with more fields as a JSON object; - reads it from standard input.",
	},
} as const;

export interface ProcessorsContext extends OperatorContext {
	config: { processorModules: string[]; processorTimeoutMs: number };
}

export const processorCommands: CommandGroup<ProcessorsContext> = {
	name: "processor",
	summary: "Accounts of merchants at processors of real cards",
	terms: {
		...merchantTerm,
		ACCOUNT_ID: "The account's id, as list prints it.",
	},
	notes: [
		"PROCESSORS_MODULE must be set as for the gateway.",
		"Give secrets in --fields-file, which keeps them out of the shell's history and the process list.",
		"A running gateway uses the change from its next request on. Every owner gets an email about an added, changed or removed account.",
	],
	commands: [
		defineCommand({
			verb: "available",
			summary: "Lists the installed processors with the fields of their accounts.",
			operands: [],
			options: {},
			run: ({ config }) => listAvailable(config.processorModules),
		}),
		defineCommand({
			verb: "add",
			summary: "Adds an account, once its processor has confirmed it.",
			operands: ["MERCHANT"],
			options: {
				processor: { type: "string", required: true, value: "NAME", meaning: "A name that available prints." },
				currency: {
					type: "string",
					required: true,
					value: "CODE",
					meaning: "The currency of the charges, such as CAD.",
				},
				...fieldOptions,
				"processor-origin": {
					type: "string",
					value: "URL",
					meaning: "The origin of a simulator, such as http://localhost:9000. For an account of a test system only.",
				},
			},
			run: async (context, [merchant], values) => {
				const { processor, currency } = values;
				const origin = readOrigin(values["processor-origin"]);
				return add(context, merchant, { processor, currency, fields: await readFields(context, values), origin });
			},
		}),
		defineCommand({
			verb: "update",
			summary: "Changes fields of an account, such as a rotated key, once its processor has confirmed it. Others stay.",
			operands: ["MERCHANT", "ACCOUNT_ID"],
			options: fieldOptions,
			run: async (context, [merchant, accountId], values) =>
				update(context, merchant, { accountId, fields: await readFields(context, values) }),
		}),
		defineCommand({
			verb: "verify",
			summary: "Checks an account with its processor again.",
			operands: ["MERCHANT", "ACCOUNT_ID"],
			options: {},
			run: (context, [merchant, accountId]) => verify(context, merchant, accountId),
		}),
		defineCommand({
			verb: "list",
			summary: "Lists the merchant's accounts, without their secrets.",
			operands: ["MERCHANT"],
			options: {},
			run: (context, [merchant]) => list(context, merchant),
		}),
		defineCommand({
			verb: "remove",
			summary: "Removes an account. Captures, refunds and voids of its own charges still go to it.",
			operands: ["MERCHANT", "ACCOUNT_ID"],
			options: {
				reason: { type: "string", required: true, value: "TEXT", meaning: "The reason, for the audit log." },
			},
			run: (context, [merchant, accountId], { reason }) => remove(context, merchant, { accountId, reason }),
		}),
	],
};

function readOrigin(typed: string | undefined): string | undefined {
	if (typed === undefined) return undefined;
	const origin = URL.canParse(typed) ? new URL(typed).origin : undefined;
	if (origin !== typed || !/^https?:/.test(origin)) throw refusals.origin();
	return origin;
}

/** Fields of options replace those of the file. */
async function readFields(
	context: ProcessorsContext,
	{ field = [], "fields-file": file }: { field?: string[] | undefined; "fields-file"?: string | undefined },
): Promise<Record<string, string>> {
	return { ...(await readFieldsFile(context, file)), ...Object.fromEntries(field.map(readField)) };
}

function readField(typed: string): [name: string, value: string] {
	const end = typed.indexOf("=");
	if (end < 1) throw refusals.field();
	return [typed.slice(0, end), typed.slice(end + 1)];
}

async function readFieldsFile(
	{ readInput }: Pick<OperatorContext, "readInput">,
	file: string | undefined,
): Promise<Record<string, string>> {
	if (file === undefined) return {};
	const content = await (file === "-" ? readInput() : readFile(file, "utf8")).catch((error: NodeJS.ErrnoException) => {
		throw refusals.file(error.code ?? error.message);
	});
	const fields = z.record(z.string(), z.string()).safeParse(parseJson(content));
	if (!fields.success) throw refusals.content();
	return fields.data;
}

/** `undefined` for invalid JSON, whose error would quote it. */
function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Includes the gateway's address for webhooks. */
type Accounts = ProcessorAccounts & { publicUrl: string };

async function contextOf(context: ProcessorsContext): Promise<Accounts> {
	const { config, database, clocks, createVault } = context;
	const processors = await loadProcessors(config.processorModules);
	const vault = await createVault();
	const isSandbox = await context.isSandbox(vault);
	const publicUrl = await context.findPublicUrl();
	return { database, vault, clocks, processors, isSandbox, publicUrl, processorTimeoutMs: config.processorTimeoutMs };
}

async function listAvailable(modules: readonly string[]): Promise<Answer> {
	const processors = availableProcessors(await loadProcessors(modules));
	const texts = processors.map(({ name, title, fields }) => {
		const rows = fields.map((field) => [
			field.name,
			field.label,
			[field.is_secret ? "secret" : "shown", ...(field.is_optional ? ["optional"] : [])].join(", "),
		]);
		return `${name}: ${title}\n${table(rows)}`;
	});
	const none = "No processor is installed. Set PROCESSORS_MODULE to a module that exports processors.";
	return { text: texts.length === 0 ? none : texts.join("\n\n"), json: { processors } };
}

async function add(
	context: ProcessorsContext,
	name: string,
	wanted: Parameters<typeof addProcessorAccount>[2],
): Promise<Answer> {
	const merchant = await getNamedMerchant(context.database, name);
	const accounts = await contextOf(context);
	const account = await unlessRefused(addProcessorAccount(accounts, merchant, wanted, operator(context.login)));
	const added = answer(accounts, merchant, account, `${describeMerchant(merchant)} has a new processor account.`);
	const { webhook_url: webhook, webhook_place: place } = processorAccountRecordOf(accounts, account);
	if (webhook === null) return added;
	const where = place === null ? "" : `, under ${place}`;
	return {
		...added,
		text: `${added.text}\n\nRegister this address with the processor${where}, for its webhooks:\n  ${webhook}`,
	};
}

async function update(
	context: ProcessorsContext,
	name: string,
	{ accountId, fields }: { accountId: string; fields: Record<string, string> },
): Promise<Answer> {
	const merchant = await getNamedMerchant(context.database, name);
	const accounts = await contextOf(context);
	const change = { fields, caller: operator(context.login) };
	const account = await unlessRefused(changeProcessorAccount(accounts, { merchantId: merchant.id, accountId }, change));
	return answer(accounts, merchant, account, "The processor confirmed the account, and its fields are changed.");
}

async function verify(context: ProcessorsContext, name: string, accountId: string): Promise<Answer> {
	const merchant = await getNamedMerchant(context.database, name);
	const accounts = await contextOf(context);
	const id = { merchantId: merchant.id, accountId };
	const account = await unlessRefused(verifyProcessorAccount(accounts, id, operator(context.login)));
	return answer(accounts, merchant, account, "The processor confirmed the account.");
}

async function list({ config, database, findPublicUrl }: ProcessorsContext, name: string): Promise<Answer> {
	const merchant = await getNamedMerchant(database, name);
	const context = {
		processors: await loadProcessors(config.processorModules),
		publicUrl: await findPublicUrl(),
	};
	const accounts = (await listProcessorAccounts(database, merchant.id)).map((account) =>
		processorAccountRecordOf(context, account),
	);
	const count = `${describeMerchant(merchant)} has ${accounts.length} processor ${accounts.length === 1 ? "account" : "accounts"}.`;
	return merchantAnswer(merchant, [count, ...accounts.map(describe)].join("\n\n"), { accounts });
}

async function remove(
	context: ProcessorsContext,
	name: string,
	{ accountId, reason }: { accountId: string; reason: string },
): Promise<Answer> {
	const { database, clocks, config, login, findPublicUrl } = context;
	const merchant = await getNamedMerchant(database, name);
	const processors = await loadProcessors(config.processorModules);
	const accounts = { database, clocks, processors, publicUrl: await findPublicUrl() };
	const removal = { reason, caller: operator(login) };
	const account = await unlessRefused(
		removeProcessorAccount(accounts, { merchantId: merchant.id, accountId }, removal),
	);
	const rest = "The account is removed. Captures, refunds and voids of its own charges still go to it.";
	return answer(accounts, merchant, account, rest);
}

function answer(
	accounts: Pick<Accounts, "processors" | "publicUrl">,
	merchant: Merchant,
	account: ProcessorAccount,
	text: string,
): Answer {
	const record = processorAccountRecordOf(accounts, account);
	return merchantAnswer(merchant, `${text}\n${describe(record)}`, record);
}

function describe(account: ProcessorAccountRecord): string {
	const { verified_at: verifiedAt } = account;
	return table([
		["account id", account.account_id],
		["processor", account.title],
		["currency", account.currency],
		...Object.entries(account.fields),
		...(account.webhook_url === null ? [] : [["webhook", account.webhook_url]]),
		["verified", verifiedAt === null ? "no, the processor refused it" : new Date(verifiedAt).toISOString()],
		...(account.is_test ? [["test system", "yes, it moves no money"]] : []),
		["created", new Date(account.created_at).toISOString()],
	]);
}
