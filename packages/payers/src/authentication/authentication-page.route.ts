import { readFileSync } from "node:fs";
import { findMerchant, isAllowedOrigin, listOrigins, type Merchant } from "@cardseal/merchants";
import {
	findPayersCharge,
	giveUp,
	type PayersCharge,
	type Payments,
	payerTimeMs,
	takeReturn,
} from "@cardseal/payments";
import { fieldProblem, isLookupId, type Language, nearestLanguage, Problem, tooManyRequests } from "@cardseal/platform";
import {
	languageOf,
	languageQuery,
	problemSchema,
	readFormFields,
	readStyleSheet,
	requireMediaType,
	wantsPage,
} from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createNetworkLimit, createWindowLimit } from "@cardseal/platform/network";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { addressOfOwnPage } from "../own-pages.ts";
import type { LinkPayers } from "../payers.ts";
import { payerPagePolicy } from "./page-policy.ts";
import { chargePage, filesPath, inFrame, refusedPage, scriptName, styleName, unknownPage } from "./pages.ts";

/** Each may ask the processor once. */
const returnsPerCharge = 20;

const wrongProofsPerNetwork = [20, 100, 1_000] as const;
const windowMs = 60_000;

const proofPattern = /^lk1[\w-]{63}$/;

const maximumFields = 50;

const path = `${filesPath}/{transaction_id}/{proof}`;

const html = { "text/html": { schema: z.string() } };
const json = { "application/json": { schema: problemSchema } };
const shown = { description: "The page", content: html };
const refused = { description: "The page, with the reason", content: { ...html, ...json } };
const redirected = {
	description: "To the page, which shows the outcome",
	headers: { Location: { schema: { type: "string" as const } } },
};
const refusals = {
	404: { description: "The link is incomplete, or no longer valid", content: { ...html, ...json } },
	429: { description: "Too many wrong links from one network", content: { ...html, ...json } },
};

const params = z.object({
	transaction_id: z.string(),
	proof: z.string().openapi({ description: "Of the address that the gateway gave" }),
});

const frameQuery = z.object({
	frame: z.string("Send frame once.").optional().openapi({
		description: "The origin of the merchant's page around this one",
		example: "https://shop.example",
	}),
});

const answerByPage: MiddlewareHandler<GatewayEnv> = async (context, next) => {
	context.header("Content-Security-Policy", payerPagePolicy({ ancestors: [] }));
	context.header("X-Robots-Tag", "noindex");
	await next();
	if (context.error === undefined || !wantsPage(context)) return;
	const language = languageOf(context);
	const { status } = context.res;
	const page = status === 404 ? unknownPage(language) : refusedPage(language, context.get("requestId"));
	context.res = new Response(page, { status, headers: { "Content-Type": "text/html; charset=UTF-8" } });
};

const described = { tags: ["Pages"], middleware: answerByPage, request: { params } };

/** Pages that work without scripts. Their addresses are secrets, which the merchant gives to the payer. */
export function authenticationPageRoutes(app: OpenAPIHono<GatewayEnv>, { payments }: LinkPayers): void {
	const find = chargeFinder(payments);
	fileRoutes(app);
	showRoute(app, payments, find);
	stateRoute(app, find);
	returnRoutes(app, payments, find);
	cancelRoute(app, payments, find);
}

function fileRoutes(app: OpenAPIHono<GatewayEnv>): void {
	const files = [
		[scriptName, "text/javascript", readFileSync(new URL("./page.js", import.meta.url), "utf8")],
		[styleName, "text/css", readStyleSheet(new URL("./page.css", import.meta.url))],
	] as const;
	for (const [name, type, text] of files) {
		const route = createRoute({
			method: "get",
			operationId: type === "text/css" ? "getPayerPageStyle" : "getPayerPageScript",
			path: `${filesPath}/${name}`,
			tags: ["Pages"],
			summary: `The ${type === "text/css" ? "style sheet" : "script"} of payers' pages`,
			responses: { 200: { description: "The file", content: { [type]: { schema: z.string() } } } },
		});
		app.openapi(route, (context) => context.body(text, 200, { "Content-Type": `${type}; charset=utf-8` }));
	}
}

function showRoute(app: OpenAPIHono<GatewayEnv>, payments: Payments, find: FindCharge): void {
	const route = createRoute({
		...described,
		method: "get",
		operationId: "showAuthentication",
		path,
		summary: "The page on which a payer authenticates with the bank",
		description:
			"Its address is `next_action.url` of a charge. Registered origins may show it in a frame. Afterwards it shows the " +
			"outcome, or goes on to the charge's `return_url`.",
		request: { params, query: frameQuery.extend(languageQuery.shape) },
		responses: { 200: shown, ...refusals },
	});
	app.openapi(route, async (context) => {
		const { charge, merchant, language } = await find(context);
		const { frame: asked } = context.req.valid("query");
		const isAllowed = asked !== undefined && (await isAllowedOrigin(payments.database, merchant.id, asked));
		const bankUrl = charge.state === "open" ? charge.action.url : undefined;
		const ancestors = await listOrigins(payments.database, merchant.id);
		context.header("Content-Security-Policy", payerPagePolicy({ ancestors, bankUrl }));
		const page = chargePage({
			charge,
			merchantName: merchant.name,
			language,
			path: pathOf(context),
			frame: isAllowed ? asked : undefined,
			now: payments.clocks.real.now(),
		});
		return context.html(page, 200);
	});
}

function stateRoute(app: OpenAPIHono<GatewayEnv>, find: FindCharge): void {
	const schema = z.object({
		state: z.enum(["open", "deciding", "approved", "declined"]).openapi({
			description: "`open` while the payer may go to the bank, and `deciding` until the processor has answered",
		}),
	});
	const route = createRoute({
		...described,
		method: "get",
		operationId: "getAuthenticationState",
		path: `${path}/state`,
		summary: "The state of a payer's charge, for its page",
		responses: { 200: { description: "The state", content: { "application/json": { schema } } }, ...refusals },
	});
	app.openapi(route, async (context) => {
		const { charge } = await find(context);
		return context.json({ state: charge.state }, 200);
	});
}

const returning = {
	...described,
	path: `${path}/return`,
	summary: "The address to which the bank returns the payer's browser",
	description:
		"The processor checks what the bank sent, at most 50 fields. A second return changes nothing. No cookie is needed.",
};

/** Not from this site, so the proof alone admits it. The page is another request: a bank's policy ends here. */
function returnRoutes(app: OpenAPIHono<GatewayEnv>, payments: Payments, find: FindCharge): void {
	const responses = { 303: redirected, 400: refused, 413: refused, 415: refused, ...refusals };
	const { database, clocks } = payments;
	const returns = createWindowLimit({
		database,
		clock: { now: () => clocks.real.now() },
		name: "payer_return",
		limits: [returnsPerCharge],
		windowMs: payerTimeMs,
	});
	const answer = async (context: Context<GatewayEnv>, readFields: () => Promise<URLSearchParams>) => {
		const { charge } = await find(context);
		const fields = fieldsOf(await readFields());
		if (charge.state === "open") {
			const { transaction_id: transactionId } = charge.transaction;
			const waitMs = await returns.count([transactionId]);
			if (waitMs !== undefined) throw tooManyRequests("This payment was returned too often.", waitMs);
			await takeReturn(payments, transactionId, fields);
		}
		return context.redirect(pathOf(context, "/return"), 303);
	};
	const queryOf = (context: Context<GatewayEnv>) => new URL(context.req.url).searchParams;
	const getRoute = createRoute({ ...returning, method: "get", operationId: "returnFromBank", responses });
	app.openapi(getRoute, (context) => answer(context, async () => queryOf(context)));
	const postRoute = createRoute({ ...returning, method: "post", operationId: "returnFromBankByForm", responses });
	const content = { "application/x-www-form-urlencoded": { schema: z.record(z.string(), z.string()) } };
	app.openAPIRegistry.registerPath({ ...postRoute, request: { params, body: { content } } });
	app.openapi({ ...postRoute, hide: true }, (context) =>
		answer(context, async () => {
			requireMediaType(context, "application/x-www-form-urlencoded");
			return new URLSearchParams([...queryOf(context), ...(await readFormFields(context))]);
		}),
	);
}

function cancelRoute(app: OpenAPIHono<GatewayEnv>, payments: Payments, find: FindCharge): void {
	const route = createRoute({
		...described,
		method: "post",
		operationId: "cancelAuthentication",
		path: `${path}/cancel`,
		summary: "Give up: the charge is declined",
		request: { params, query: frameQuery },
		responses: { 303: redirected, ...refusals },
	});
	app.openapi(route, async (context) => {
		const { charge } = await find(context);
		if (charge.state === "open") await giveUp(payments, charge.transaction.transaction_id);
		return context.redirect(inFrame(pathOf(context, "/cancel"), context.req.valid("query").frame), 303);
	});
}

interface Found {
	charge: PayersCharge;
	merchant: Merchant;
	language: Language;
}

type FindCharge = (context: Context<GatewayEnv>) => Promise<Found>;

/** The found function throws Problem 404, or 429 after too many wrong proofs. */
function chargeFinder(payments: Payments): FindCharge {
	const { database, clocks } = payments;
	const wrongProofs = createNetworkLimit({
		database,
		clock: { now: () => clocks.real.now() },
		name: "payer_page",
		limits: wrongProofsPerNetwork,
		windowMs,
	});
	return async (context) => {
		const { transaction_id: transactionId = "", proof = "" } = context.req.param();
		const charge = await findPayersCharge(payments, { transactionId, proof }, (name) =>
			addressOfOwnPage({ payments }, name),
		);
		const merchant = charge && (await findMerchant(database, { id: charge.transaction.merchant_id }));
		if (charge === undefined || merchant === undefined) {
			// A damaged link is no guess.
			const isGuess = isLookupId(transactionId) && proofPattern.test(proof);
			const waitMs = isGuess ? await wrongProofs.count(context.get("clientAddress")) : undefined;
			if (waitMs !== undefined) throw tooManyRequests("Too many wrong links came from your network.", waitMs);
			throw new Problem("link_invalid", "This link is incomplete, or it is no longer valid.");
		}
		return { charge, merchant, language: nearestLanguage(charge.transaction.language) ?? languageOf(context) };
	};
}

function pathOf(context: Context<GatewayEnv>, below = ""): string {
	const { pathname } = new URL(context.req.url);
	return below === "" ? pathname : pathname.slice(0, pathname.lastIndexOf(below));
}

function fieldsOf(sent: URLSearchParams): Record<string, string> {
	if (sent.size <= maximumFields) return Object.fromEntries(sent);
	throw fieldProblem([{ field: "form", reason: "field_invalid", message: `Send at most ${maximumFields} fields.` }]);
}
