import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../run/command.ts";
import { type Cruise, cruise } from "./layers.ts";

type Files = Record<string, string>;

/** A small tree that breaks no rule: every kind of module, with imports that the rules allow. */
const inOrder: Files = {
	"packages/card/src/index.ts": `export { brand } from "./brand.ts";`,
	"packages/card/src/brand.ts": "export const brand = 1;",
	"packages/encrypt/src/index.ts": `export { token } from "./token.ts"; export { brand } from "@cardseal/card";`,
	"packages/encrypt/src/token.ts": "export const token = 1;",
	"packages/encrypt/src/open.ts": `import "node:crypto"; export { token } from "./token.ts";`,
	"packages/encrypt/src/open.test.ts": `import "./open.ts"; import "vitest";`,
	"packages/client/src/index.ts": `export { call } from "./call.ts";`,
	"packages/client/src/call.ts": "export const call = 1;",
	"packages/vault/src/index.ts": `export { token } from "@cardseal/encrypt/open"; export { ring } from "./ring.ts";`,
	"packages/vault/src/rails.ts": "export const accountOf = 1;",
	"packages/vault/src/processors.ts": "export const numbersOf = 1;",
	"packages/vault/src/ring.ts": `import "kysely"; export const ring = 1;`,
	"packages/vault/src/processors.test.ts": `import "./processors.ts"; import "vitest";`,
	"packages/local-postgres/src/index.ts": `import "pg"; import "./account.ts";`,
	"packages/local-postgres/src/account.ts": "export const account = 1;",
	"packages/processor-kit/src/index.ts": `import "hono"; import "vitest"; import "@cardseal/vault/processors";`,
	"packages/platform/src/index.ts": `export { clock } from "./clock.ts"; export { money } from "./money.ts";`,
	"packages/platform/src/clock.ts": "export const clock = 1;",
	"packages/platform/src/money.ts": `import "@hono/zod-openapi"; export const money = 1;`,
	"packages/platform/src/http/gateway-env.ts": `import "hono"; export type Env = number;`,
	"packages/platform/src/http/pagination.ts": "export const page = 1;",
	"packages/platform/src/http/index.ts": `export { page } from "./pagination.ts";`,
	"packages/platform/src/db/schema.ts": "export type Rows = number;",
	"packages/platform/src/db/database.ts": `import "pg"; import type { Rows } from "./schema.ts"; export type Database = Rows;`,
	"packages/platform/src/db/index.ts": `export type { Database } from "./database.ts"; export { start } from "./embedded-database.ts";`,
	"packages/platform/src/db/embedded-database.ts": `import type * as Everything from "@cardseal/local-postgres"; export type One = typeof Everything; export const start = () => import("@cardseal/local-postgres");`,
	"packages/platform/src/jobs/repeat.ts": "export type Job = number;",
	"packages/platform/src/jobs/index.ts": `export type { Job } from "./repeat.ts";`,
	"packages/platform/src/audit/audit.ts": `import "../clock.ts"; export const audit = 1;`,
	"packages/platform/src/audit/index.ts": `export { audit } from "./audit.ts";`,
	"packages/platform/src/mail/outbox.ts": `import "../audit/audit.ts";`,
	"packages/merchants/src/index.ts": `export { merchant } from "./merchant.ts"; export { find } from "./merchants.store.ts";`,
	"packages/merchants/src/merchant.ts": `import "./merchants.store.ts"; import "@cardseal/platform/audit"; export const merchant = 1;`,
	"packages/merchants/src/merchants.store.ts": `import "@cardseal/platform/db"; import "./merchant-row.ts"; export const find = 1;`,
	"packages/merchants/src/merchant-row.ts": "export const row = 1;",
	"packages/identity/src/index.ts": `export type { Token } from "./oauth/token/access-token.ts"; import "./oauth/token/authenticate.ts";`,
	"packages/identity/src/oauth/token/access-token.ts": `import "@cardseal/merchants"; export type Token = number;`,
	"packages/identity/src/oauth/token/authenticate.ts": `import "hono"; import "./access-token.ts";`,
	"packages/payments/src/index.ts": `export { routes } from "./routes.ts"; export type { Sale } from "./tables.ts"; import "./unresolved/recovery.job.ts";`,
	"packages/payments/src/gateway.ts": `import "./routes.ts"; export const payments = 1;`,
	"packages/payments/src/tables.ts": "export type Sale = number;",
	"packages/payments/src/routes.ts": `import "./charge/sale.route.ts"; export const routes = 1;`,
	"packages/payments/src/charge/sale.route.ts": `import "hono"; import "@cardseal/platform/http"; import "./sale.ts";`,
	"packages/payments/src/charge/sale.ts": `import "@cardseal/vault"; import "hono/html"; import "@cardseal/platform"; import type { Env } from "@cardseal/platform/http-env"; import "../payments.store.ts"; import "@cardseal/merchants"; export type Wanted = Env;`,
	"packages/payments/src/payments.store.ts": `import "kysely"; import type { Sale } from "./tables.ts"; import "@cardseal/platform/db"; import "@cardseal/merchants"; export type Stored = Sale;`,
	"packages/payments/src/unresolved/recovery.job.ts": `import type { Job } from "@cardseal/platform/jobs"; import "../submission/submit.ts"; export type Recovery = Job;`,
	"packages/payments/src/submission/submit.ts": `import "../payments.store.ts"; export const submit = 1;`,
	"packages/payments/src/charge/sale.db.test.ts": `import "./sale.ts"; import "@cardseal/encrypt/open"; import "../../../merchants/src/merchants.store.ts";`,
	"packages/eft/src/rails/bank-rail.ts": `import "@cardseal/vault/rails"; import "@cardseal/platform";`,
	"apps/gateway/src/index.ts": `export { app } from "./app.ts";`,
	"apps/gateway/src/main.ts": `import "./app.ts"; import "./config.ts"; import "@cardseal/platform/db";`,
	"apps/gateway/src/app.ts": `import "hono"; import "@cardseal/payments/gateway"; import "./sandbox/seed.ts"; export const app = 1;`,
	"apps/gateway/src/config.ts": "export const config = 1;",
	"apps/gateway/src/web/docs/describe-api.ts": `import "hono"; import "../../config.ts";`,
	"apps/gateway/src/sandbox/seed.ts": `import "@cardseal/merchants"; import type { Kysely } from "kysely"; export type Tables = Kysely<number>;`,
	"test/api/sale.test.ts": `import "../../packages/payments/src/charge/sale.ts"; import "@cardseal/encrypt/open";`,
	"apps/dashboard/src/main.ts": `import "./shell/pages.ts"; import "@cardseal/widget";`,
	"apps/dashboard/src/shell/pages.ts": `import "../overview/overview-page.tsx";`,
	"apps/dashboard/src/ui/table.tsx": `import "preact"; import "../api/client.ts";`,
	"apps/dashboard/src/api/client.ts": "export const client = 1;",
	"apps/dashboard/src/overview/overview-page.tsx": `import "../ui/table.tsx"; import "../transactions/list.model.ts";`,
	"apps/dashboard/src/transactions/list.model.ts": `import "@preact/signals-core"; import "../api/client.ts";`,
	"packages/widget/src/index.ts": "export const mount = 1;",
	"apps/shop/src/index.ts": `import "hono"; import "node:fs"; export const shop = 1;`,
	"apps/shop/src/script/checkout.ts": `import "./brand-icon.ts";`,
	"apps/shop/src/script/brand-icon.ts": "export const icon = 1;",
	"apps/demo/src/start.ts": `import "@cardseal/gateway"; import "@cardseal/shop"; import "@cardseal/encrypt";`,
};

const at = "apps/gateway/src";
const platform = "packages/platform/src";
const payments = "packages/payments/src";
const pages = "apps/dashboard/src";
const seedPath = "../sandbox/seed.ts";

/** Files that each break a rule: what the file holds, and every rule that is broken by it. */
const wrong: readonly { file: string; source: string; breaks: readonly string[] }[] = [
	...[
		["packages/card", "@cardseal/encrypt"],
		["packages/encrypt", "@cardseal/vault"],
		["packages/vault", "@cardseal/gateway"],
		["packages/aft", "@cardseal/card"],
		["packages/batch", "@cardseal/card"],
		["packages/client", "@cardseal/card"],
		["packages/ui", "@cardseal/card"],
		["packages/local-postgres", "@cardseal/card"],
		["packages/processor-kit", "@cardseal/card"],
		["packages/processors/adyen", "@cardseal/card"],
		["packages/processors/bambora", "@cardseal/card"],
		["packages/processors/moneris", "@cardseal/card"],
		["packages/processors/prism", "@cardseal/card"],
		["packages/processors/stripe", "@cardseal/card"],
		["packages/platform", "@cardseal/merchants"],
		["packages/merchants", "@cardseal/payments"],
		["packages/events", "@cardseal/payments"],
		["packages/identity", "@cardseal/payments"],
		["packages/customers", "@cardseal/payments"],
		["packages/payments", "@cardseal/identity"],
		["packages/subscriptions", "@cardseal/identity"],
		["packages/payers", "@cardseal/encrypt"],
		["packages/eft", "@cardseal/shop"],
		["apps/gateway", "@cardseal/shop"],
		["apps/dashboard", "@cardseal/card"],
		["apps/shop", "@cardseal/vault"],
		["apps/demo", "@cardseal/vault"],
	].map(([workspace, imported]) => ({
		file: `${workspace}/src/wrong-arrow.ts`,
		source: `import type * as Everything from "${imported}"; export type Wrong = typeof Everything;`,
		breaks: [`package-arrows-${workspace?.split("/").at(-1)}`],
	})),
	...[
		"log",
		"metadata",
		"jobs",
		"telemetry",
		"audit",
		"network",
		"mail",
		"idempotency",
		"operator",
		"pages",
		"pictures",
	].map((name) => ({
		file: `${platform}/${name}/wrong-arrow.ts`,
		source: `import "../loans/loan.ts";`,
		breaks: [`neighbourhood-arrows-platform-${name}`],
	})),
	{
		file: "packages/identity/src/staff/wrong-arrow.ts",
		source: `import type { Token } from "../oauth/token/access-token.ts"; export type Wrong = Token;`,
		breaks: ["neighbourhood-arrows-identity-staff"],
	},
	{
		file: "packages/identity/src/oauth/wrong-arrow.ts",
		source: `import "../loans/loan.ts";`,
		breaks: ["neighbourhood-arrows-identity-oauth"],
	},
	...["schema", "master-key", "restore", "backlogs", "retention", "web", "card-form"].map((name) => ({
		file: `${at}/${name}/wrong-arrow.ts`,
		source: `import type { Tables } from "${seedPath}"; export type Wrong = Tables;`,
		breaks: [`neighbourhood-arrows-gateway-${name}`],
	})),
	{
		file: `${at}/going-live/wrong-arrow.ts`,
		source: `import "../loans/loan.ts";`,
		breaks: ["neighbourhood-arrows-gateway-going-live"],
	},
	{
		file: `${at}/personal-data/wrong-arrow.ts`,
		source: `import "../web/docs/describe-api.ts";`,
		breaks: ["decisions-know-no-driver", "neighbourhood-arrows-gateway-personal-data"],
	},
	{
		file: `${at}/operator/wrong-arrow.ts`,
		source: `import "../web/docs/describe-api.ts";`,
		breaks: ["neighbourhood-arrows-gateway-operator"],
	},
	{
		file: `${at}/sandbox/wrong-arrow.ts`,
		source: `import "../loans/loan.ts";`,
		breaks: ["neighbourhood-arrows-gateway-sandbox"],
	},
	{
		file: "packages/widget/src/wrong-arrow.ts",
		source: `import type * as Everything from "@cardseal/vault"; export type Wrong = typeof Everything;`,
		breaks: ["package-arrows-widget", "browser-code-is-for-browsers", "browser-code-opens-nothing"],
	},
	{ file: "packages/new/src/new.ts", source: `import "@cardseal/card";`, breaks: ["package-without-arrows"] },
	{
		file: `${at}/loans/loan.ts`,
		source: `import "@cardseal/platform";`,
		breaks: ["neighbourhood-without-arrows-gateway"],
	},
	{
		file: `${at}/start/loan.ts`,
		source: `import "@cardseal/platform";`,
		breaks: ["neighbourhood-without-arrows-gateway"],
	},
	...[
		...[
			"staff-mails",
			"audit-list",
			"logo",
			"settings",
			"public-keys",
			"request-log",
			"origins",
			"processor-accounts",
		].map((name) => ["merchants", name]),
		...["endpoints", "delivery"].map((name) => ["events", name]),
		...["card-testing", "cards"].map((name) => ["customers", name]),
		...["transaction", "receipts", "processor-events", "settlements", "submission"].map((name) => ["payments", name]),
		...[
			"charge",
			"capture",
			"refund",
			"void",
			"disputes",
			"unresolved",
			"authentication",
			"reversals",
			"reporting",
			"overview",
			"original",
		].map((name) => ["payments", name]),
		...["plans", "create", "change", "dunning-mails", "renewal", "change-plan"].map((name) => ["subscriptions", name]),
		...["authentication", "links", "card-link", "portal"].map((name) => ["payers", name]),
		...["wallet", "bank-accounts", "rails", "transaction", "send-limits", "approvals", "transfers", "requests"].map(
			(name) => ["eft", name],
		),
	].map(([name, room]) => ({
		file: `packages/${name}/src/${room}/wrong-arrow.ts`,
		source: `import "../loans/loan.ts";`,
		breaks: [`neighbourhood-arrows-${name}-${room}`],
	})),
	...["platform", "identity", "merchants", "events", "customers", "payments", "subscriptions", "eft", "payers"].map(
		(name) => ({
			file: `packages/${name}/src/loans/loan.ts`,
			source: `import "@cardseal/vault";`,
			breaks: [`neighbourhood-without-arrows-${name}`],
		}),
	),
	{
		file: `${payments}/by-path-inside.ts`,
		source: `import "../../vault/src/ring.ts";`,
		breaks: ["package-by-its-entry-point", "package-by-its-name"],
	},
	{
		file: `${payments}/by-path.ts`,
		source: `import "../../vault/src/index.ts";`,
		breaks: ["package-by-its-name"],
	},
	...[
		"account",
		"audit",
		"customers",
		"developers",
		"disputes",
		"overview",
		"payment-links",
		"plans",
		"settings",
		"settlements",
		"sign-in",
		"staff",
		"subscriptions",
		"transactions",
		"virtual-terminal",
		"wallet",
	].map((noun) => ({
		file: `${pages}/${noun}/wrong-arrow.ts`,
		source: `import "../loans/loan.ts";`,
		breaks: [`dashboard-arrows-${noun}`],
	})),
	{
		file: `${pages}/loans/loan.ts`,
		source: `import "../api/client.ts";`,
		breaks: ["dashboard-noun-without-arrows"],
	},
	{
		file: `${pages}/ui/knows-page.ts`,
		source: `import "../transactions/list.model.ts";`,
		breaks: ["dashboard-ground-knows-no-page"],
	},
	{
		file: `${pages}/transactions/draws.model.ts`,
		source: `import "preact";`,
		breaks: ["models-know-no-view"],
	},
	{
		file: "apps/demo/src/opens.ts",
		source: `import "@cardseal/encrypt/open";`,
		breaks: ["only-the-vault-opens-tokens"],
	},
	{
		file: "packages/subscriptions/src/takes-manifest.ts",
		source: `import "@cardseal/payments/gateway";`,
		breaks: ["only-the-gateway-takes-manifests"],
	},
	{
		file: "packages/eft/src/reads-accounts.ts",
		source: `import "@cardseal/vault/rails";`,
		breaks: ["only-rails-read-bank-accounts"],
	},
	{
		file: `${payments}/reads-cards.ts`,
		source: `import "@cardseal/vault/processors";`,
		breaks: ["only-adapters-read-card-numbers"],
	},
	{
		file: `${payments}/asks-route.ts`,
		source: `import "./charge/sale.route.ts";`,
		breaks: ["decisions-know-no-driver"],
	},
	{
		file: `${payments}/asks-http.ts`,
		source: `import "@cardseal/platform/http";`,
		breaks: ["decisions-know-no-driver"],
	},
	{ file: `${payments}/speaks-http.ts`, source: `import "hono";`, breaks: ["decisions-know-no-hono"] },
	{
		file: `${platform}/jobs/speaks-http.store.ts`,
		source: `import "@hono/node-server";`,
		breaks: ["decisions-know-no-hono"],
	},
	{
		file: `${payments}/decides.store.ts`,
		source: `import "./charge/sale.ts";`,
		breaks: ["stores-stand-below-decisions"],
	},
	{
		file: `${payments}/asks-database.ts`,
		source: `import { type Kysely, sql } from "kysely"; export type One = Kysely<typeof sql>;`,
		breaks: ["only-stores-speak-sql"],
	},
	{ file: `${payments}/asks.route.ts`, source: `import "kysely";`, breaks: ["only-stores-speak-sql"] },
	{
		file: `${platform}/db/knows-sale.ts`,
		source: `import "../audit/audit.ts";`,
		breaks: ["database-knows-no-feature"],
	},
	{
		file: `${platform}/db/embedded-database.ts`,
		source: `import "@cardseal/local-postgres";`,
		breaks: ["embedded-database-is-optional"],
	},
	{
		file: `${platform}/db/loads-postgres.ts`,
		source: `export const start = () => import("@cardseal/local-postgres");`,
		breaks: ["only-one-file-loads-postgres"],
	},
	{
		file: `${platform}/db/schema.ts`,
		source: `import "../clock.ts"; export type Rows = number;`,
		breaks: ["schema-knows-no-table"],
	},
	{
		file: `${platform}/http/knows-sale.ts`,
		source: `import "../mail/outbox.ts";`,
		breaks: ["http-knows-no-neighbourhood"],
	},
	{ file: `${platform}/ids.ts`, source: `import "./db/database.ts";`, breaks: ["ground-knows-no-feature"] },
	{ file: `${at}/sandbox/knows-app.ts`, source: `import "../app.ts";`, breaks: ["nothing-imports-the-wiring"] },
	// A cycle is told once, at the file that is met first.
	{ file: "apps/demo/src/one.ts", source: `import "./other.ts";`, breaks: ["no-cycles"] },
	{ file: "apps/demo/src/other.ts", source: `import type { A } from "./one.ts"; export type B = A;`, breaks: [] },
	{ file: "apps/demo/src/left-over.ts", source: "export const nothing = 1;", breaks: ["no-orphans"] },
	{ file: "apps/demo/src/lost.ts", source: `import "./nowhere.ts";`, breaks: ["everything-resolves"] },
	{
		file: "packages/encrypt/src/script.ts",
		source: `import "./detour.ts";`,
		breaks: ["browser-code-is-for-browsers", "browser-code-opens-nothing"],
	},
	{ file: "packages/encrypt/src/detour.ts", source: `import "./open.ts";`, breaks: [] },
	{
		file: "apps/shop/src/script/reads-files.ts",
		source: `import "node:fs";`,
		breaks: ["browser-code-is-for-browsers"],
	},
	{ file: "packages/client/src/reads-files.ts", source: `import "node:fs";`, breaks: ["client-runs-everywhere"] },
	{ file: "packages/encrypt/src/unlisted.ts", source: `import "hono";`, breaks: ["production-uses-listed-packages"] },
	{ file: "packages/encrypt/src/for-tests.ts", source: `import "jose";`, breaks: ["production-uses-listed-packages"] },
	{ file: "packages/vault/src/tested.ts", source: `import "./ring.test.ts";`, breaks: ["production-knows-no-test"] },
	{ file: "packages/vault/src/ring.test.ts", source: `import "./ring.ts";`, breaks: [] },
	{
		file: "packages/vault/src/supported.ts",
		source: `import "../../../test/fixtures/clock.ts";`,
		breaks: ["production-knows-no-test"],
	},
	{ file: "test/fixtures/clock.ts", source: "export const clock = 1;", breaks: [] },
];

const forPages = ["preact", "@preact/signals-core"];
const packagesWithDoors = [
	"packages/card",
	"packages/encrypt",
	"packages/vault",
	"packages/local-postgres",
	"packages/widget",
	"packages/platform",
	"packages/merchants",
	"packages/identity",
	"packages/customers",
	"packages/payments",
	"packages/subscriptions",
	"packages/eft",
	"packages/payers",
	"apps/dashboard",
	"apps/gateway",
	"apps/shop",
];

const temporary = realpathSync(mkdtempSync(join(tmpdir(), "cardseal-layers-")));
afterAll(() => rmSync(temporary, { recursive: true }));

/** Writes a tree with the real package.json files and stand-ins for what npm installs, and cruises it. */
async function cruiseTree(name: string, files: Files): Promise<Cruise> {
	const directory = join(temporary, name);
	const write = (path: string, text: string) => {
		mkdirSync(dirname(join(directory, path)), { recursive: true });
		writeFileSync(join(directory, path), text);
	};
	for (const [path, source] of Object.entries(files)) write(path, source);
	for (const installed of [
		"hono",
		"@hono/node-server",
		"@hono/zod-openapi",
		"jose",
		"kysely",
		"pg",
		"vitest",
		...forPages,
	]) {
		const exports = { ".": "./dist/index.js", "./html": "./dist/helper/html/index.js" };
		write(`node_modules/${installed}/package.json`, JSON.stringify({ name: installed, exports }));
		write(`node_modules/${installed}/dist/index.js`, "");
	}
	write("node_modules/hono/dist/helper/html/index.js", "");
	mkdirSync(join(directory, "node_modules/@cardseal"));
	mkdirSync(join(directory, "lab"));
	for (const workspace of packagesWithDoors) {
		cpSync(join(root, workspace, "package.json"), join(directory, workspace, "package.json"));
		symlinkSync(join(directory, workspace), join(directory, "node_modules/@cardseal", workspace.split("/")[1] ?? ""));
	}
	return await cruise(directory);
}

describe("a house in order", () => {
	let seen: Cruise;
	beforeAll(async () => {
		seen = await cruiseTree("in-order", inOrder);
	});

	test("breaks no rule", () => {
		expect(seen.violations).toEqual([]);
	});

	test("is seen whole", () => {
		expect(seen.modules.sort()).toEqual(Object.keys(inOrder).sort());
	});
});

describe("a house with one wrong file for each rule", () => {
	let seen: Cruise;
	beforeAll(async () => {
		const files = Object.fromEntries(wrong.map(({ file, source }) => [file, source]));
		seen = await cruiseTree("wrong", { ...inOrder, ...files });
	});

	test.each(wrong)("$file breaks $breaks", ({ file, breaks }) => {
		const broken = seen.violations.filter(({ from }) => from === file).map(({ rule }) => rule);
		expect([...new Set(broken)].sort()).toEqual([...breaks].sort());
	});

	test("no rule is without a file that breaks it", () => {
		const broken = new Set(wrong.flatMap(({ breaks }) => breaks));
		expect(seen.rules.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([]);
	});

	test("files in order are not blamed", () => {
		const blamed = seen.violations.map(({ from }) => from);
		expect(blamed.filter((file) => file in inOrder && !wrong.some((one) => one.file === file))).toEqual([]);
	});
});
