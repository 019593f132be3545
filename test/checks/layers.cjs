/**
 * The allowed imports between packages, layers and neighbourhoods, as rules for dependency-cruiser. The tables are the
 * design: change them when an import is meant to be allowed, and say so in ARCHITECTURE.md. `layers.test.ts` breaks each
 * rule.
 *
 * Imports of types count like any other, unless a rule says otherwise.
 */
const { readFileSync } = require("node:fs");
const { builtinModules } = require("node:module");
const { join } = require("node:path");

const root = join(__dirname, "../..");

const packageArrows = {
	"packages/aft": [],
	"packages/card": [],
	"packages/encrypt": ["packages/card"],
	"packages/batch": [],
	"packages/client": [],
	"packages/vault": ["packages/aft", "packages/card", "packages/encrypt", "packages/batch"],
	"packages/processor-kit": ["packages/vault"],
	"packages/processors/prism": ["packages/vault"],
	"packages/ui": [],
	"packages/local-postgres": [],
	"packages/widget": ["packages/card", "packages/encrypt"],
	"apps/dashboard": ["packages/ui", "packages/widget"],
	"apps/gateway": [
		"apps/dashboard",
		"packages/aft",
		"packages/card",
		"packages/encrypt",
		"packages/vault",
		"packages/batch",
		"packages/local-postgres",
		"packages/ui",
		"packages/widget",
	],
	"apps/shop": ["packages/card", "packages/client", "packages/ui"],
	"apps/demo": ["packages/client", "packages/encrypt", "packages/local-postgres", "apps/gateway", "apps/shop"],
};

/**
 * The neighbourhoods of the gateway that each one may import, lowest first, besides `foundation`. A neighbourhood only
 * imports from lines above its own.
 */
const neighbourhoodArrows = {
	"master-key": [],
	log: [],
	network: [],
	db: ["network"],
	metadata: [],
	http: ["db"],
	jobs: [],
	telemetry: [],
	audit: [],
	mail: [],
	merchants: ["mail"],
	events: ["merchants", "mail"],
	staff: ["events", "merchants", "mail"],
	oauth: ["staff", "events", "merchants", "mail"],
	"card-testing": ["merchants"],
	customers: ["events", "card-testing", "merchants"],
	idempotency: ["customers", "merchants"],
	payments: ["events", "idempotency", "customers", "card-testing", "merchants", "mail"],
	subscriptions: ["events", "payments", "idempotency", "customers", "merchants", "mail"],
	eft: ["events", "idempotency", "customers", "staff", "merchants", "mail"],
	restore: ["eft", "subscriptions", "payments", "customers", "staff", "events", "merchants"],
	backlogs: ["eft", "subscriptions", "payments", "events", "mail"],
	overview: ["payments", "merchants"],
	"request-log": ["merchants"],
	"audit-list": ["merchants"],
	web: ["staff"],
	"card-form": ["web", "card-testing", "staff", "merchants", "mail"],
	"going-live": ["sandbox", "staff", "merchants", "mail"],
	retention: [
		"payments",
		"idempotency",
		"customers",
		"card-testing",
		"oauth",
		"staff",
		"events",
		"overview",
		"mail",
		"request-log",
		"card-form",
	],
	operator: [
		"master-key",
		"audit-list",
		"restore",
		"personal-data",
		"payments",
		"customers",
		"eft",
		"oauth",
		"card-form",
		"card-testing",
		"staff",
		"merchants",
		"sandbox",
	],
	sandbox: ["card-form", "oauth", "staff", "merchants", "mail"],
	"personal-data": [
		"retention",
		"subscriptions",
		"eft",
		"payments",
		"idempotency",
		"customers",
		"card-testing",
		"oauth",
		"staff",
		"events",
		"overview",
		"merchants",
		"mail",
		"request-log",
		"card-form",
		"sandbox",
	],
};

/** The neighbourhoods that any other may import. */
const foundation = ["log", "network", "db", "http", "jobs", "telemetry", "audit", "metadata"];

/** The nouns of the web application that each one may import, besides `dashboardGround`. */
const dashboardArrows = {
	account: [],
	audit: [],
	customers: ["subscriptions", "transactions"],
	developers: [],
	disputes: [],
	settlements: [],
	overview: ["disputes", "transactions"],
	plans: ["transactions"],
	settings: [],
	"sign-in": [],
	staff: [],
	subscriptions: ["plans", "transactions"],
	transactions: [],
	"virtual-terminal": ["transactions"],
	wallet: ["transactions"],
};

/** The folders that every page of the web application may use. `shell` contains the pages and serves them. */
const dashboardGround = ["api", "generated", "locale", "shell", "ui"];

/** Modules of Node, as dependency-cruiser names them: without `node:`. */
const modulesOfNode = `^(?:${builtinModules.map((name) => name.replace(/^node:/, "")).join("|")})$`;

/** Modules that are built into the frame's files, so their packages need no entry in `dependencies`. */
const builtIn = "^packages/widget/src/(?:frame\\.tsx$|frame/|form/)";

/** Packages that only tests use, so what they need is needed for development only. */
const notInstalled = ["^packages/processor-kit/"];

const notProduction = ["\\.test\\.tsx?$", "/bench/", "/test-support/", "/build\\.ts$", "\\.config\\.ts$"];

const gateway = "^apps/gateway/src/";
/** The modules that create and connect everything; the order of neighbourhoods does not hold for them. Features live elsewhere. */
const wiring = `${gateway}(?:(?:main|index|app|gateway)\\.ts$|start/(?:${[
	"create-[a-z-]+",
	"every-table",
	"event-objects",
	"exit-in-time",
	"operations",
	"seed-demo-merchants",
	"starting",
	"workers/[a-z-]+",
].join("|")})\\.ts$)`;
const store = `${gateway}.*\\.store\\.ts$`;
/** Plain nouns and the mapping of rows to them, which stores use as well as decisions. */
const rows = `${gateway}(?:.*-row|eft/transfers/eft-transaction)\\.ts$`;
const tables = `${gateway}.*/tables\\.ts$`;
/** The list of personal columns, from which stores make statements. */
const personalColumns = `${gateway}personal-data/personal-columns\\.ts$`;
/** Modules that only routes use: middleware, cookies, forms and shared schemas of requests. */
const requestModules = `${gateway}(?:${[
	"card-form/virtual-terminal",
	"events/wake-after-changes",
	"merchants/admission",
	"restore/refuse-while-restored",
	"oauth/token/(?:authenticate|client-request|form-body|token-admission)",
	"request-log/collect-requests",
	"sandbox/mailbox/require-mailbox-token",
	"staff/members/staff-admission",
	"staff/pages/(?:page-form|page-responses|page-route)",
	"staff/sessions/(?:require-session|session-cookie)",
	"staff/sign-in/remember-browser",
	"staff/step-up/step-up-form",
	"subscriptions/subscription-schema",
	"telemetry/(?:observe|trace)-requests",
	"web/(?:front-page|assets/answer-zipped)",
].join("|")})\\.ts$`;
/** Modules that are called from outside: by HTTP, by a timer or by the command line. */
const drivers = [
	`${gateway}.*\\.(?:route|job|command)\\.ts$`,
	`${gateway}(?:[a-z-]+/)routes\\.ts$`,
	`${gateway}(?:http|operator|card-form/page-check|web/docs)/`,
	requestModules,
];
/** The modules in the gateway's root that every neighbourhood may use: the clock, ids, money. */
const ground = `${gateway}[^/]+\\.ts$`;
const anyNeighbourhood = `${gateway}[^/]+/`;

/** `apps/gateway` → a pattern of its files. */
function inside(workspace) {
	return `^${workspace}/`;
}

/** Returns the entry points of packages: the sources that `exports` in their package.json names. */
function entryPoints() {
	return Object.keys(packageArrows).flatMap((workspace) => {
		const { exports = {} } = JSON.parse(readFileSync(join(root, workspace, "package.json"), "utf8"));
		return Object.values(exports).map((target) => `^${join(workspace, target.source ?? target)}$`);
	});
}

const betweenPackages = [
	...Object.entries(packageArrows).map(([workspace, allowed]) => ({
		name: `package-arrows-${workspace.split("/").at(-1)}`,
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
		name: "package-by-its-entry-point",
		comment: "Other packages import the exports of a package, never one of its inner files.",
		from: { path: "^((?:packages|apps)/[^/]+)/", pathNot: notProduction },
		to: { path: "^(?:packages|apps)/", pathNot: ["^$1/", ...entryPoints()] },
	},
	{
		name: "package-by-its-name",
		comment: "An entry point, too, is imported by the package's name: a path does not survive publishing.",
		from: { path: "^((?:packages|apps)/[^/]+)/" },
		to: { path: "^(?:packages|apps)/", pathNot: ["^$1/"], dependencyTypes: ["local"] },
	},
	{
		name: "only-the-vault-opens-tokens",
		comment: "A module that imports encrypt/open can read card numbers, so only the vault does (P-13).",
		from: { path: "^(?:packages|apps)/", pathNot: ["^packages/(?:vault|encrypt)/", ...notProduction] },
		to: { path: "^packages/encrypt/src/open\\.ts$" },
	},
	{
		name: "only-rails-read-bank-accounts",
		comment:
			"A module that imports vault/rails can read bank account numbers, so only the rails do, for the bank (S-22).",
		from: {
			path: "^(?:packages|apps)/",
			pathNot: ["^packages/vault/", "^apps/gateway/src/eft/rails/", ...notProduction],
		},
		to: { path: "^packages/vault/src/rails\\.ts$" },
	},
	{
		name: "only-adapters-read-card-numbers",
		comment: "A module that imports vault/processors can read card numbers, so only processor adapters do (P-13).",
		from: {
			path: "^(?:packages|apps)/",
			pathNot: ["^packages/(?:vault|processors|processor-kit)/", ...notProduction],
		},
		to: { path: "^packages/vault/src/processors\\.ts$" },
	},
];

const insideTheGateway = [
	{
		name: "decisions-know-no-driver",
		comment: "Decisions and stores import no route, job, command or module of requests.",
		from: { path: gateway, pathNot: [wiring, ...drivers, ...notProduction] },
		to: { path: drivers, pathNot: `${gateway}http/gateway-env\\.ts$` },
	},
	{
		name: "decisions-know-no-hono",
		comment: "HTTP ends in the routes. (@hono/zod-openapi's z describes fields; hono/html is a template engine.)",
		from: { path: gateway, pathNot: [wiring, ...drivers, ...notProduction] },
		to: {
			path: "node_modules/(?:hono/|@hono/(?!zod-openapi/))",
			pathNot: "node_modules/hono/dist/(?:types/)?(?:helper/html|utils/html)",
		},
	},
	{
		name: "stores-stand-below-decisions",
		comment:
			"A store imports the database, the ground, packages and lower stores; of a decision, types or the mapping of rows.",
		from: { path: store, pathNot: notProduction },
		to: {
			path: anyNeighbourhood,
			pathNot: [store, tables, personalColumns, rows, ...drivers, `${gateway}db/`],
			dependencyTypesNot: ["type-only"],
		},
	},
	{
		name: "only-stores-speak-sql",
		comment: "SQL is in stores, db/ and the vault; other modules may import kysely's types, to pass a transaction on.",
		from: {
			path: "^(?:packages|apps)/",
			pathNot: ["^packages/(?:vault|local-postgres)/", store, `${gateway}db/`, ...notProduction],
		},
		to: { path: "node_modules/(?:kysely|pg)/", dependencyTypesNot: ["type-only"] },
	},
	{
		name: "database-knows-no-feature",
		comment: "db/ is below every neighbourhood; only db/schema.ts imports their tables.ts, as types.",
		from: { path: `${gateway}db/`, pathNot: [`${gateway}db/schema\\.ts$`, ...notProduction] },
		to: { path: [anyNeighbourhood, wiring], pathNot: [`${gateway}(?:db|network)/`] },
	},
	{
		name: "embedded-database-is-optional",
		comment:
			"An installation for production has no PostgreSQL, so only db/embedded-database.ts loads it, when it is started.",
		from: { path: gateway, pathNot: notProduction },
		to: { path: "^packages/local-postgres/", dynamic: false, dependencyTypesNot: ["type-only"] },
	},
	{
		name: "only-one-file-loads-postgres",
		comment: "It explains a package that is not installed.",
		from: { path: gateway, pathNot: [`${gateway}db/embedded-database\\.ts$`, ...notProduction] },
		to: { path: "^packages/local-postgres/" },
	},
	{
		name: "schema-knows-no-table",
		comment: "Each neighbourhood's tables.ts adds its tables to db/schema.ts, which imports nothing.",
		from: { path: `${gateway}db/schema\\.ts$` },
		to: { path: gateway },
	},
	{
		name: "http-knows-no-neighbourhood",
		comment: "http/ names no type of a neighbourhood: they add theirs to http/gateway-env.ts.",
		from: { path: `${gateway}http/`, pathNot: notProduction },
		to: { path: anyNeighbourhood, pathNot: [`${gateway}(?:http|db|log|network|audit)/`] },
	},
	{
		name: "ground-knows-no-feature",
		comment: "The clock, ids, money and the like import no neighbourhood, not even the database.",
		from: { path: ground, pathNot: [wiring, `${gateway}config\\.ts$`, ...notProduction] },
		to: { path: [anyNeighbourhood, wiring] },
	},
	{
		name: "nothing-imports-the-wiring",
		comment: "A module that imported main.ts or app.ts would know every neighbourhood.",
		from: { path: anyNeighbourhood, pathNot: [wiring, ...notProduction] },
		to: { path: wiring },
	},
	...Object.entries(neighbourhoodArrows)
		.filter(([name]) => !["db", "http"].includes(name))
		.map(([name, allowed]) => ({
			name: `neighbourhood-arrows-${name}`,
			comment: `${name} may import ${[...foundation, ...allowed].join(", ")}.`,
			from: { path: `${gateway}${name}/`, pathNot: notProduction },
			to: {
				path: anyNeighbourhood,
				pathNot: [name, ...foundation, ...allowed].map((other) => `${gateway}${other}/`),
			},
		})),
	{
		name: "neighbourhood-without-arrows",
		comment: "A new neighbourhood needs its line in neighbourhoodArrows.",
		from: {
			path: anyNeighbourhood,
			pathNot: [wiring, ...notProduction, ...Object.keys(neighbourhoodArrows).map((name) => `${gateway}${name}/`)],
		},
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
		comment: "The folders that every page uses import no page, except for the table of pages.",
		from: { path: dashboardGround.map((name) => `${dashboard}${name}/`), pathNot: [`${dashboard}shell/pages\\.ts$`] },
		to: { path: Object.keys(dashboardArrows).map((name) => `${dashboard}${name}/`) },
	},
	{
		name: "models-know-no-view",
		comment: "A model is signals and actions, so that it is tested without a page and shown by any.",
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
		// A page loads docs.js by its address; tables.ts adds its types to those of `db/schema.ts`.
		from: {
			orphan: true,
			pathNot: [...notProduction, "^(?:test|lab)/", `${gateway}web/docs/docs\\.js$`, `${gateway}.*/tables\\.ts$`],
		},
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
		comment: "Code that a page loads reaches no module of Node, directly or not.",
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
		comment: "Code that a page loads reaches no code that opens tokens, directly or not.",
		from: { path: browserEntries, pathNot: notProduction },
		to: { path: "^packages/(?:encrypt/src/open\\.ts$|vault/)", reachable: true },
	},
	{
		name: "production-uses-listed-packages",
		comment: "A package that is imported but not listed under dependencies is missing once installed elsewhere.",
		from: { path: "^(?:packages|apps)/", pathNot: [builtIn, ...notInstalled, ...notProduction] },
		to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
	},
	{
		name: "production-knows-no-test",
		comment: "Tests, benches and build files import production code, never the other way.",
		from: { path: "^(?:packages|apps)/", pathNot: notProduction },
		to: { path: [...notProduction, "^(?:test|lab)/"], pathNot: "node_modules" },
	},
];

module.exports = {
	forbidden: [...betweenPackages, ...insideTheGateway, ...insideTheDashboard, ...everywhere].map((rule) => ({
		severity: "error",
		...rule,
	})),
	options: {
		exclude: { path: ["^(?:packages|apps)/(?:processors/)?[^/]+/dist/", "^test/vectors/.*\\.json$"] },
		doNotFollow: { path: "node_modules" },
		tsPreCompilationDeps: true,
		enhancedResolveOptions: {
			exportsFields: ["exports"],
			conditionNames: ["source", "types", "import", "node", "default"],
			extensions: [".ts", ".tsx", ".js", ".cjs", ".mjs", ".json"],
		},
	},
};
