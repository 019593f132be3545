import { lineOfText, textInQuotes } from "@cardseal/platform";
import { callerOf, jsonAnswer, merchantErrors, requestBody } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { StaffAdmission } from "../admission.ts";
import {
	availableProcessorSchema,
	availableProcessors,
	processorAccountRecordOf,
	processorAccountSchema,
} from "./account-record.ts";
import { changeProcessorAccount } from "./change-account.ts";
import { listProcessorAccounts } from "./processor-accounts.store.ts";
import {
	addProcessorAccount,
	type ProcessorAccounts,
	removeProcessorAccount,
	verifyProcessorAccount,
} from "./processor-accounts.ts";

export interface ProcessorAccountRouteOptions extends ProcessorAccounts {
	admission: StaffAdmission;
	publicUrl: string;
}

const listSchema = z
	.object({
		accounts: z.array(processorAccountSchema).openapi({ description: "The merchant's accounts" }),
		processors: z.array(availableProcessorSchema).openapi({ description: "The installed ones" }),
	})
	.openapi("ProcessorAccountList");

const newAccountSchema = z
	.object({
		processor: z
			.string("Choose one of the installed processors.")
			.openapi({ description: "The processor's name", example: "bambora" }),
		currency: z.string("Choose a currency that is enabled for you."),
		fields: z.record(z.string(), z.string(textInQuotes), "Send the account's fields by name.").openapi({
			description: "The values of the processor's fields, by their names",
			example: { merchant_id: "300200578", api_key: "…" },
		}),
	})
	.openapi("NewProcessorAccount");

const changeSchema = z
	.object({
		fields: z.record(z.string(), z.string(textInQuotes), "Send the account's fields by name.").openapi({
			description:
				"The new values by the fields' names. Others stay as they are; an empty one removes an optional field",
			example: { api_key: "…" },
		}),
	})
	.openapi("ProcessorAccountChange");

const reasonAdvice = "Say why you remove the account.";

const removalSchema = z
	.object({
		reason: lineOfText
			.transform((text) => text.trim())
			.refine((text) => text !== "", reasonAdvice)
			.openapi({ description: "For the audit log" }),
	})
	.openapi("ProcessorAccountRemoval");

const tags = ["Settings"];
const accountParams = z.object({ account_id: z.string().openapi({ example: "9fK2mQ7xW1aZ3bC4dE5f" }) });
const account = jsonAnswer("The account", processorAccountSchema);

export function processorAccountRoutes(app: OpenAPIHono<GatewayEnv>, options: ProcessorAccountRouteOptions): void {
	listRouteOf(app, options);
	addRouteOf(app, options);
	changeRouteOf(app, options);
	verifyRouteOf(app, options);
	removeRouteOf(app, options);
}

function listRouteOf(app: OpenAPIHono<GatewayEnv>, options: ProcessorAccountRouteOptions): void {
	const { database, processors, admission } = options;
	const route = createRoute({
		method: "get",
		operationId: "listProcessorAccounts",
		path: "/processor-accounts",
		tags,
		summary: "List your accounts at processors, and the processors that you may choose",
		description: "Without removed accounts. Only for the account's primary owner.",
		...admission.withoutBody("account.live"),
		responses: { 200: jsonAnswer("The accounts", listSchema), ...merchantErrors(401, 403) },
	});
	app.openapi(route, async (context) => {
		const rows = await listProcessorAccounts(database, context.get("access").merchant.id);
		const accounts = rows.map((row) => processorAccountRecordOf(options, row));
		return context.json({ accounts, processors: availableProcessors(processors) }, 200);
	});
}

function addRouteOf(app: OpenAPIHono<GatewayEnv>, options: ProcessorAccountRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "addProcessorAccount",
		path: "/processor-accounts",
		tags,
		summary: "Connect an account at a processor",
		description:
			"The processor checks the account first. From then on, live charges in its currency go to it. Every owner gets an email. " +
			"Refused in the sandbox, which never moves real money.",
		...options.admission.withBody("account.live", "always"),
		request: { body: requestBody(newAccountSchema) },
		responses: { 200: account, ...merchantErrors(400, 401, 403, 409, 413, 415, 503) },
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const added = await addProcessorAccount(options, merchant, context.req.valid("json"), callerOf(context));
		return context.json(processorAccountRecordOf(options, added), 200);
	});
}

function changeRouteOf(app: OpenAPIHono<GatewayEnv>, options: ProcessorAccountRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "changeProcessorAccount",
		path: "/processor-accounts/{account_id}/change",
		tags,
		summary: "Change fields of an account, such as a rotated key",
		description:
			"The processor checks the account with the new values first. The account keeps its id, so refunds and events of earlier " +
			"charges go on. Every owner gets an email.",
		...options.admission.withBody("account.live", "always"),
		request: { params: accountParams, body: requestBody(changeSchema) },
		responses: { 200: account, ...merchantErrors(400, 401, 403, 404, 409, 413, 415, 503) },
	});
	app.openapi(route, async (context) => {
		const { account_id: accountId } = context.req.valid("param");
		const { fields } = context.req.valid("json");
		const id = { merchantId: context.get("access").merchant.id, accountId };
		const changed = await changeProcessorAccount(options, id, { fields, caller: callerOf(context) });
		return context.json(processorAccountRecordOf(options, changed), 200);
	});
}

function verifyRouteOf(app: OpenAPIHono<GatewayEnv>, options: ProcessorAccountRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "verifyProcessorAccount",
		path: "/processor-accounts/{account_id}/verify",
		tags,
		summary: "Check an account with its processor again",
		...options.admission.withoutBody("account.live"),
		request: { params: accountParams },
		responses: { 200: account, ...merchantErrors(400, 401, 403, 404, 409, 503) },
	});
	app.openapi(route, async (context) => {
		const { account_id: accountId } = context.req.valid("param");
		const id = { merchantId: context.get("access").merchant.id, accountId };
		const verified = await verifyProcessorAccount(options, id, callerOf(context));
		return context.json(processorAccountRecordOf(options, verified), 200);
	});
}

function removeRouteOf(app: OpenAPIHono<GatewayEnv>, options: ProcessorAccountRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "removeProcessorAccount",
		path: "/processor-accounts/{account_id}/remove",
		tags,
		summary: "Remove an account",
		description:
			"Live charges in its currency are refused from then on. Captures, refunds and voids of earlier charges still go to it. " +
			"Every owner gets an email.",
		...options.admission.withBody("account.live", "always"),
		request: { params: accountParams, body: requestBody(removalSchema) },
		responses: { 200: account, ...merchantErrors(400, 401, 403, 404, 413, 415) },
	});
	app.openapi(route, async (context) => {
		const { account_id: accountId } = context.req.valid("param");
		const { reason } = context.req.valid("json");
		const id = { merchantId: context.get("access").merchant.id, accountId };
		const removed = await removeProcessorAccount(options, id, { reason, caller: callerOf(context) });
		return context.json(processorAccountRecordOf(options, removed), 200);
	});
}
