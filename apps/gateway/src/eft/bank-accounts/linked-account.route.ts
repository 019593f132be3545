import type { Vault } from "@cardseal/vault";
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { Clocks } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { merchantErrors } from "../../http/admission.ts";
import { callerOf } from "../../http/caller.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import type { StaffAdmission } from "../../staff/members/staff-admission.ts";
import { ownPasswordField, requireOwnPassword } from "../../staff/passwords/own-password.ts";
import type { SignInContext } from "../../staff/sign-in/sign-in-context.ts";
import { bankAccountOf } from "./bank-account.ts";
import { linkAccount, removeLinkedAccount } from "./link-account.ts";
import { linkedAccountRecordOf, linkedAccountSchema, linkSchema } from "./linked-account-record.ts";
import { findLinkedAccount } from "./linked-accounts.store.ts";

/** Linking moves where money goes, which an open session alone does not. */
const linkBySessionSchema = linkSchema.safeExtend({ password: ownPasswordField }).openapi("BankAccountToLink");

export interface LinkedAccountRouteOptions {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	signInContext: SignInContext;
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
		context.json(linkedAccountRecordOf(await findLinkedAccount(database, context.get("access").merchant.id)), 200),
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
			"Takes the password of whoever is signed in; a mail tells every owner. " +
			"What is unusual about an account is answered as a warning: only the bank knows whether it exists.",
		...options.admission.withBody("bank_account.write"),
		request: { body: { required: true, content: { "application/json": { schema: linkBySessionSchema } } } },
		responses: { 200: answer, ...merchantErrors(400, 401, 403, 413, 415, 429) },
	});
	app.openapi(route, async (context) => {
		const body = context.req.valid("json");
		await requireOwnPassword(options.signInContext, context.var, "password", body.password);
		const link = { account: bankAccountOf(body), holderName: body.holder_name };
		const { access, staffSession } = context.var;
		const linked = await linkAccount(options, access.merchant, link, callerOf(context), staffSession);
		return context.json(linkedAccountRecordOf(linked), 200);
	});
}

function removeRouteOf(app: OpenAPIHono<GatewayEnv>, options: LinkedAccountRouteOptions): void {
	const route = createRoute({
		method: "delete",
		path,
		tags,
		summary: "Remove the bank account that deposits go to",
		description:
			"Deposits that are on their way arrive all the same. A mail tells every owner. Removing it again changes nothing.",
		...options.admission.withoutBody("bank_account.write"),
		responses: { 200: answer, ...merchantErrors(401, 403) },
	});
	app.openapi(route, async (context) => {
		await removeLinkedAccount(options, context.get("access").merchant, callerOf(context));
		return context.json(linkedAccountRecordOf(undefined), 200);
	});
}
