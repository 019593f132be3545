import type { Vault } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { LinkedAccount } from "../db/schema.ts";
import { merchantErrors } from "../http/admission.ts";
import { callerOf } from "../http/caller.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import type { StaffAdmission } from "../http/staff-admission.ts";
import { bankAccountFields, bankAccountOf, holderNameField, validationWarningSchema } from "./bank-account.ts";
import { linkAccount, removeLinkedAccount } from "./linked-account.ts";
import { findLinkedAccount } from "./linked-accounts.store.ts";

const linkedAccountSchema = z
	.object({
		bank_account: z
			.object({
				masked_account: z.string().openapi({ example: "****4567" }),
				institution_number: z.string().openapi({ description: "3 digits: the bank", example: "004" }),
				holder_name: z.string().openapi({ example: "Maple & Main Inc." }),
				linked_at: z.number().openapi({ description: "ms since 1970" }),
				validation_warnings: z
					.array(validationWarningSchema)
					.openapi({ description: "What is unusual about it: check it before you deposit" }),
			})
			.nullable()
			.openapi({ description: "null when none is linked" }),
	})
	.openapi("LinkedBankAccount");

const linkSchema = z.object({ ...bankAccountFields, holder_name: holderNameField }).openapi("BankAccountToLink");

export interface LinkedAccountRouteOptions {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	admission: StaffAdmission;
}

const tags = ["Wallet"];
const path = "/settings/bank-account";
const answer = { description: "The account", content: { "application/json": { schema: linkedAccountSchema } } };

/** The bank account that a merchant's deposits go to. */
export function linkedAccountRoutes(app: OpenAPIHono<GatewayEnv>, options: LinkedAccountRouteOptions): void {
	readRouteOf(app, options);
	linkRouteOf(app, options);
	removeRouteOf(app, options);
}

function readRouteOf(app: OpenAPIHono<GatewayEnv>, { database, admission }: LinkedAccountRouteOptions): void {
	const route = createRoute({
		method: "get",
		path,
		tags,
		summary: "Read which bank account deposits go to",
		...admission.withoutBody("wallet.read"),
		responses: { 200: answer, ...merchantErrors(401, 403) },
	});
	app.openapi(route, async (context) =>
		context.json(answerOf(await findLinkedAccount(database, context.var.access.merchant.id)), 200),
	);
}

function linkRouteOf(app: OpenAPIHono<GatewayEnv>, options: LinkedAccountRouteOptions): void {
	const route = createRoute({
		method: "put",
		path,
		tags,
		summary: "Link the bank account that deposits go to",
		description:
			"In place of the one that was linked before; deposits that are on their way go where they were sent. " +
			"What is unusual about an account is answered as a warning: only the bank knows whether it exists.",
		...options.admission.withBody("bank_account.write"),
		request: { body: { required: true, content: { "application/json": { schema: linkSchema } } } },
		responses: { 200: answer, ...merchantErrors(400, 401, 403, 413, 415) },
	});
	app.openapi(route, async (context) => {
		const body = context.req.valid("json");
		const link = { account: bankAccountOf(body), holderName: body.holder_name };
		const linked = await linkAccount(options, context.var.access.merchant, link, callerOf(context));
		return context.json(answerOf(linked), 200);
	});
}

function removeRouteOf(app: OpenAPIHono<GatewayEnv>, options: LinkedAccountRouteOptions): void {
	const route = createRoute({
		method: "delete",
		path,
		tags,
		summary: "Remove the bank account that deposits go to",
		description: "Deposits that are on their way arrive all the same. Removing it again changes nothing.",
		...options.admission.withoutBody("bank_account.write"),
		responses: { 200: answer, ...merchantErrors(401, 403) },
	});
	app.openapi(route, async (context) => {
		await removeLinkedAccount(options, context.var.access.merchant, callerOf(context));
		return context.json(answerOf(undefined), 200);
	});
}

function answerOf(linked: LinkedAccount | undefined): z.infer<typeof linkedAccountSchema> {
	if (linked === undefined) return { bank_account: null };
	const { masked_account, institution_number, holder_name, linked_at, warnings } = linked;
	return {
		bank_account: { masked_account, institution_number, holder_name, linked_at, validation_warnings: warnings },
	};
}
