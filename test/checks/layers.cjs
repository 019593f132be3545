/**
 * The arrows between packages, layers and features, as rules for dependency-cruiser. The tables are the design: change
 * them when an arrow is meant to change, and say so in ARCHITECTURE.md. `layers.test.ts` breaks each rule.
 *
 * Imports of types count like any other between packages, toward HTTP, and in circles. Inside the gateway a feature, a store
 * or a table may name the noun of another, since nothing runs by that.
 */
const { readFileSync } = require("node:fs");
const { builtinModules } = require("node:module");
const { join } = require("node:path");

const root = join(__dirname, "../..");

/** Which of our packages each one may import. */
const packageArrows = {
	"packages/aft": [],
	"packages/card": [],
	"packages/encrypt": ["packages/card"],
	"packages/batch": [],
	"packages/client": [],
	"packages/vault": ["packages/aft", "packages/card", "packages/encrypt", "packages/batch"],
	"packages/ui": [],
	"packages/widget": ["packages/card", "packages/encrypt"],
	"apps/dashboard": ["packages/ui", "packages/widget"],
	"apps/gateway": [
		"apps/dashboard",
		"packages/aft",
		"packages/card",
		"packages/encrypt",
		"packages/vault",
		"packages/batch",
		"packages/ui",
		"packages/widget",
	],
	"apps/shop": ["packages/card", "packages/client", "packages/ui"],
	"apps/demo": ["packages/encrypt", "apps/gateway", "apps/shop"],
};

/**
 * Which features of the gateway each one may import, beside `audit`, which any may write to. `http` is here because it
 * authenticates by what `oauth` knows; only jobs and the sandbox reach across.
 */
const featureArrows = {
	audit: [],
	idempotency: [],
	merchants: [],
	oauth: ["staff", "merchants"],
	http: ["staff", "oauth", "merchants"],
	customers: ["merchants"],
	guard: ["merchants"],
	cards: ["guard", "customers", "merchants"],
	payments: ["idempotency", "guard", "widget", "cards", "customers", "merchants"],
	plans: ["merchants"],
	subscriptions: ["plans", "payments", "idempotency", "cards", "customers", "merchants"],
	billing: ["subscriptions", "plans", "payments", "cards", "customers", "merchants", "notices"],
	eft: ["idempotency", "staff", "mail", "customers", "merchants"],
	mail: [],
	receipts: ["mail", "payments", "customers", "merchants"],
	notices: ["mail", "subscriptions", "merchants"],
	webhooks: ["merchants"],
	docs: [],
	assets: [],
	dashboard: ["assets"],
	widget: ["guard", "merchants"],
	"page-check": ["assets", "widget"],
	health: [],
	staff: ["mail", "merchants"],
	keys: ["merchants"],
	settings: ["merchants"],
	overview: ["merchants"],
	jobs: [
		"idempotency",
		"subscriptions",
		"payments",
		"widget",
		"guard",
		"cards",
		"customers",
		"merchants",
		"oauth",
		"eft",
		"mail",
		"receipts",
		"notices",
		"staff",
		"webhooks",
	],
	sandbox: [
		"jobs",
		"oauth",
		"widget",
		"customers",
		"cards",
		"payments",
		"plans",
		"subscriptions",
		"eft",
		"receipts",
		"mail",
		"merchants",
		"staff",
	],
};

/** Which nouns of the web application each one may import, beside what all of its pages stand on. */
const dashboardArrows = {
	account: [],
	audit: [],
	customers: ["subscriptions", "transactions"],
	overview: ["transactions"],
	plans: ["transactions"],
	settings: [],
	staff: [],
	subscriptions: ["plans", "transactions"],
	transactions: [],
	"virtual-terminal": ["transactions"],
	wallet: ["transactions"],
};

/** What every page of the web application may use; `shell` stands around the pages and under them. */
const dashboardGround = ["api", "locale", "look", "shell"];

/** Modules of Node, as dependency-cruiser names them: without `node:`. */
const modulesOfNode = `^(?:${builtinModules.map((name) => name.replace(/^node:/, "")).join("|")})$`;

/** What is built into the frame's own files, and so is there wherever they are. */
const builtIn = "^packages/widget/src/(?:frame\\.tsx$|frame/|form/)";

const notProduction = ["\\.test\\.tsx?$", "/bench/", "/test-support/", "/build\\.ts$", "\\.config\\.ts$"];

const gateway = "^apps/gateway/src/";
/** They wire everything, so the order of features does not hold for them. */
const wiring = `${gateway}(?:main|admin|keys|eft|operator-database|operator-vault|gateway|app|index)\\.ts$`;
const store = `${gateway}.*\\.store\\.ts$`;
/** What speaks HTTP or runs on a timer: routes, jobs, pages, and the folders whose matter is HTTP itself. */
const drivers = `${gateway}(?:.*\\.(?:route|job)\\.tsx?$|.*\\.tsx$|(?:http|docs|page-check)/)`;
/** The small modules at the root of the gateway that everybody may use: the clock, ids, money. */
const ground = `${gateway}[^/]+\\.ts$`;
const anyFeature = `${gateway}[^/]+/`;
/** Folders that are no features and have rules of their own. */
const rooms = ["db", "embedded-postgres"];

/** `apps/gateway` → a pattern of its files. */
function inside(workspace) {
	return `^${workspace}/`;
}

/** Everything packages offer to others: what `exports` in their package.json names as source. */
function doors() {
	return Object.keys(packageArrows).flatMap((workspace) => {
		const { exports = {} } = JSON.parse(readFileSync(join(root, workspace, "package.json"), "utf8"));
		return Object.values(exports).map((target) => `^${join(workspace, target.source ?? target)}$`);
	});
}

const betweenPackages = [
	...Object.entries(packageArrows).map(([workspace, allowed]) => ({
		name: `package-arrows-${workspace.split("/")[1]}`,
		comment: `${workspace} may import ${allowed.join(", ") || "none of our packages"}.`,
		from: { path: inside(workspace), pathNot: notProduction },
		to: { path: "^(?:packages|apps)/", pathNot: [workspace, ...allowed].map(inside) },
	})),
	{
		name: "package-without-arrows",
		comment: "A new package needs its line in packageArrows.",
		from: { path: "^(?:packages|apps)/", pathNot: Object.keys(packageArrows).map(inside) },
		to: {},
	},
	{
		name: "package-by-its-door",
		comment: "Others import what a package exports, never a file of its inside.",
		from: { path: "^((?:packages|apps)/[^/]+)/", pathNot: notProduction },
		to: { path: "^(?:packages|apps)/", pathNot: ["^$1/", ...doors()] },
	},
	{
		name: "package-by-its-name",
		comment: "Even the door is imported by the package's name: a path does not survive publishing.",
		from: { path: "^((?:packages|apps)/[^/]+)/" },
		to: { path: "^(?:packages|apps)/", pathNot: ["^$1/"], dependencyTypes: ["local"] },
	},
	{
		name: "only-the-vault-opens-tokens",
		comment: "Whoever imports encrypt/open can have card numbers. That is the vault and nobody else (P-13).",
		from: { path: "^(?:packages|apps)/", pathNot: ["^packages/(?:vault|encrypt)/", ...notProduction] },
		to: { path: "^packages/encrypt/src/open\\.ts$" },
	},
	{
		name: "only-rails-read-bank-accounts",
		comment:
			"Whoever imports vault/rails can have bank account numbers. Those are the rails, which tell a bank (S-22).",
		from: {
			path: "^(?:packages|apps)/",
			pathNot: ["^packages/vault/", "^apps/gateway/src/eft/rails/", ...notProduction],
		},
		to: { path: "^packages/vault/src/rails\\.ts$" },
	},
];

const insideTheGateway = [
	{
		name: "decisions-know-no-driver",
		comment: "Rules, stores and the database do not know who asks: a route, a job, a page or http/.",
		from: { path: gateway, pathNot: [wiring, drivers, ...notProduction] },
		to: { path: drivers },
	},
	{
		name: "decisions-know-no-hono",
		comment: "HTTP ends in the routes. (The z of @hono/zod-openapi is zod with words for the API's description.)",
		from: { path: gateway, pathNot: [wiring, drivers, ...notProduction] },
		to: { path: "node_modules/(?:hono/|@hono/(?!zod-openapi/))" },
	},
	{
		name: "stores-stand-below-decisions",
		comment: "A store may import the database, the ground (clock, ids, money) and packages; of a noun, its types.",
		from: { path: store, pathNot: notProduction },
		to: { path: anyFeature, pathNot: [store, drivers, `${gateway}db/`], dependencyTypesNot: ["type-only"] },
	},
	{
		name: "stores-know-no-store",
		comment: "What must change together in two stores is put together by a decision.",
		from: { path: store },
		to: { path: store },
	},
	{
		name: "only-stores-speak-sql",
		comment: "Statements stand in stores, db/ and the vault; others may name kysely's types, to pass a transaction on.",
		from: {
			path: "^(?:packages|apps)/",
			pathNot: ["^packages/vault/", store, `${gateway}(?:db|embedded-postgres)/`, ...notProduction],
		},
		to: { path: "node_modules/(?:kysely|pg)/", dependencyTypesNot: ["type-only"] },
	},
	{
		name: "database-knows-no-feature",
		comment: "db/ stands below every feature; a column may be typed by the noun it holds.",
		from: { path: `${gateway}db/`, pathNot: notProduction },
		to: { path: [anyFeature, wiring], pathNot: [`${gateway}db/`], dependencyTypesNot: ["type-only"] },
	},
	{
		name: "embedded-postgres-stands-alone",
		comment: "It turns a data directory into a database URL, whoever asks and whatever is stored there.",
		from: { path: `${gateway}embedded-postgres/`, pathNot: notProduction },
		to: { path: gateway, pathNot: [`${gateway}embedded-postgres/`] },
	},
	{
		name: "ground-knows-no-feature",
		comment: "clock, ids, money and their like import nothing of the house above them, the database included.",
		from: { path: ground, pathNot: [wiring, ...notProduction] },
		to: { path: [anyFeature, wiring] },
	},
	{
		name: "nothing-imports-the-wiring",
		comment: "main.ts and app.ts know everybody; whoever imports them does too.",
		from: { path: anyFeature, pathNot: notProduction },
		to: { path: wiring },
	},
	...Object.entries(featureArrows).map(([feature, allowed]) => ({
		name: `feature-arrows-${feature}`,
		comment: `${feature} may import ${[...allowed, "audit"].join(", ")}.`,
		from: { path: `${gateway}${feature}/`, pathNot: notProduction },
		to: {
			path: anyFeature,
			pathNot: [feature, ...allowed, "audit", "db", "http"].map((name) => `${gateway}${name}/`),
			dependencyTypesNot: ["type-only"],
		},
	})),
	{
		name: "feature-without-arrows",
		comment: "A new feature needs its line in featureArrows.",
		from: { path: anyFeature, pathNot: [...Object.keys(featureArrows), ...rooms].map((name) => `${gateway}${name}/`) },
		to: {},
	},
];

const dashboard = "^apps/dashboard/src/";

const insideTheDashboard = [
	...Object.entries(dashboardArrows).map(([noun, allowed]) => ({
		name: `dashboard-arrows-${noun}`,
		comment: `The pages of ${noun} may import ${[...allowed, ...dashboardGround].join(", ")}.`,
		from: { path: `${dashboard}${noun}/`, pathNot: notProduction },
		to: {
			path: `${dashboard}[^/]+/`,
			pathNot: [noun, ...allowed, ...dashboardGround].map((name) => `${dashboard}${name}/`),
		},
	})),
	{
		name: "dashboard-noun-without-arrows",
		comment: "New pages need their line in dashboardArrows.",
		from: {
			path: `${dashboard}[^/]+/`,
			pathNot: [...Object.keys(dashboardArrows), ...dashboardGround].map((name) => `${dashboard}${name}/`),
		},
		to: {},
	},
	{
		name: "dashboard-ground-knows-no-page",
		comment: "What every page stands on knows none of them, but for the table of pages.",
		from: { path: dashboardGround.map((name) => `${dashboard}${name}/`), pathNot: [`${dashboard}shell/pages\\.ts$`] },
		to: { path: Object.keys(dashboardArrows).map((name) => `${dashboard}${name}/`) },
	},
	{
		name: "models-know-no-view",
		comment: "A model is signals and actions: what is tested without a page, and shown by any.",
		from: { path: `${dashboard}.*\\.model\\.ts$` },
		to: { path: ["\\.tsx$", "node_modules/(?:preact|@preact/signals)/"] },
	},
];

const browserEntries = [
	"^packages/card/src/index\\.ts$",
	"^packages/encrypt/src/(?:index|script)\\.ts$",
	"^packages/widget/src/",
	"^apps/dashboard/src/",
	"^apps/shop/src/script/",
];

const everywhere = [
	{
		name: "no-cycles",
		comment: "Modules that import each other are one module in two files.",
		from: {},
		to: { circular: true },
	},
	{
		name: "no-orphans",
		comment: "A module that nothing imports and that imports nothing is left over.",
		from: { orphan: true, pathNot: [...notProduction, "^test/"] },
		to: {},
	},
	{
		name: "everything-resolves",
		comment: "An import that cannot be followed is an arrow that cannot be checked.",
		from: {},
		to: { couldNotResolve: true },
	},
	{
		name: "browser-code-is-for-browsers",
		comment: "What a page loads reaches no module of Node, by no detour.",
		from: { path: browserEntries, pathNot: notProduction },
		to: { path: modulesOfNode, reachable: true },
	},
	{
		name: "client-runs-everywhere",
		comment: "The merchant's client lives on Web APIs, so that it works in workers as well as in Node.",
		from: { path: "^packages/client/src/", pathNot: notProduction },
		to: { path: modulesOfNode },
	},
	{
		name: "browser-code-opens-nothing",
		comment: "What a page loads reaches no code that opens tokens, by no detour.",
		from: { path: browserEntries, pathNot: notProduction },
		to: { path: "^packages/(?:encrypt/src/open\\.ts$|vault/)", reachable: true },
	},
	{
		name: "production-uses-listed-packages",
		comment: "A package that is imported but not listed under dependencies is missing once installed elsewhere.",
		from: { path: "^(?:packages|apps)/", pathNot: [builtIn, ...notProduction] },
		to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
	},
	{
		name: "production-knows-no-test",
		comment: "Tests, benches and build files import production code, never the other way.",
		from: { path: "^(?:packages|apps)/", pathNot: notProduction },
		to: { path: [...notProduction, "^test/"], pathNot: "node_modules" },
	},
];

module.exports = {
	forbidden: [...betweenPackages, ...insideTheGateway, ...insideTheDashboard, ...everywhere].map((rule) => ({
		severity: "error",
		...rule,
	})),
	options: {
		exclude: { path: ["^(?:packages|apps)/[^/]+/dist/", "^test/vectors/.*\\.json$"] },
		doNotFollow: { path: "node_modules" },
		tsPreCompilationDeps: true,
		enhancedResolveOptions: {
			exportsFields: ["exports"],
			conditionNames: ["source", "types", "import", "node", "default"],
			extensions: [".ts", ".tsx", ".js", ".cjs", ".mjs", ".json"],
		},
	},
};
