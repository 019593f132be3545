import type { StaffAdmission } from "@cardseal/merchants";
import type { Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { callerOf, merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Vault } from "@cardseal/vault";
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { bankAccountOf } from "./bank-account.ts";
import { linkAccount, removeLinkedAccount } from "./link-account.ts";
import { linkedAccountRecordOf, linkedAccountSchema, linkSchema } from "./linked-account-record.ts";
import { findLinkedAccount } from "./linked-accounts.store.ts";

export interface LinkedAccountRouteOptions {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	admission: StaffAdmission;
}

const tags = ["Wallet"];
const path = "/settings/bank-account";
const answer = { description: "The account", content: { "application/json": { schema: linkedAccountSchema } } };

export function linkedAccountRoutes(app: OpenAPIHono<GatewayEnv>, options: LinkedAccountRouteOptions): void {
	readRouteOf(app, options);
	linkRouteOf(app, options);
	removeRouteOf(app, options);
}

function readRouteOf(app: OpenAPIHono<GatewayEnv>, { database, admission }: LinkedAccountRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "getLinkedAccount",
		path,
		tags,
		summary: "Read the bank account for withdrawals",
		...admission.withoutBody("wallet.read"),
		responses: { 200: answer, ...merchantErrors(401, 403) },
	});
	app.openapi(route, async (context) =>
		context.json(linkedAccountRecordOf(await findLinkedAccount(database, context.get("access").merchant.id)), 200),
	);
}

function linkRouteOf(app: OpenAPIHono<GatewayEnv>, options: LinkedAccountRouteOptions): void {
	const route = createRoute({
		method: "put",
		operationId: "linkAccount",
		path,
		tags,
		summary: "Link the bank account for withdrawals",
		description:
			"Replaces the linked account; withdrawals in flight still go to the former one. " +
			"Every owner is notified by email. It takes withdrawals from 24 hours after it was linked, and a member " +
			"who joined or got a higher role less than 24 hours ago cannot link one. " +
			"An unusual account is linked with warnings: only the bank knows if it exists.",
		...options.admission.withBody("bank_account.write", "always"),
		request: { body: { required: true, content: { "application/json": { schema: linkSchema } } } },
		responses: { 200: answer, ...merchantErrors(400, 401, 403, 413, 415) },
	});
	app.openapi(route, async (context) => {
		const body = context.req.valid("json");
		const link = { account: bankAccountOf(body), holderName: body.holder_name };
		const { access, staffSession } = context.var;
		const linked = await linkAccount(options, access.merchant, link, callerOf(context), staffSession);
		return context.json(linkedAccountRecordOf(linked), 200);
	});
}

function removeRouteOf(app: OpenAPIHono<GatewayEnv>, options: LinkedAccountRouteOptions): void {
	const route = createRoute({
		method: "delete",
		operationId: "unlinkAccount",
		path,
		tags,
		summary: "Remove the bank account for withdrawals",
		description:
			"Withdrawals in flight still arrive. Every owner is notified by email. Removing it again changes nothing.",
		...options.admission.withoutBody("bank_account.write", "always"),
		responses: { 200: answer, ...merchantErrors(401, 403) },
	});
	app.openapi(route, async (context) => {
		await removeLinkedAccount(options, context.get("access").merchant, callerOf(context));
		return context.json(linkedAccountRecordOf(undefined), 200);
	});
}
