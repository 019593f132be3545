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
	"packages/processors/moneris": ["packages/vault"],
	"packages/processors/adyen": ["packages/vault"],
	"packages/processors/bambora": ["packages/vault"],
	"packages/processors/prism": ["packages/vault"],
	"packages/processors/stripe": ["packages/vault"],
	"packages/ui": [],
	"packages/local-postgres": [],
	"packages/widget": ["packages/card", "packages/encrypt"],
	"packages/platform": ["packages/batch", "packages/card", "packages/local-postgres", "packages/ui", "packages/vault"],
	"packages/merchants": ["packages/batch", "packages/card", "packages/platform", "packages/vault"],
	"packages/events": ["packages/batch", "packages/card", "packages/merchants", "packages/platform", "packages/vault"],
	"packages/identity": [
		"packages/batch",
		"packages/events",
		"packages/merchants",
		"packages/platform",
		"packages/vault",
	],
	"packages/customers": [
		"packages/batch",
		"packages/card",
		"packages/events",
		"packages/merchants",
		"packages/platform",
		"packages/vault",
	],
	"packages/payments": [
		"packages/batch",
		"packages/customers",
		"packages/events",
		"packages/merchants",
		"packages/platform",
		"packages/vault",
	],
	"packages/subscriptions": [
		"packages/batch",
		"packages/customers",
		"packages/events",
		"packages/merchants",
		"packages/payments",
		"packages/platform",
		"packages/vault",
	],
	"packages/payers": [
		"packages/customers",
		"packages/eft",
		"packages/events",
		"packages/identity",
		"packages/merchants",
		"packages/payments",
		"packages/platform",
		"packages/subscriptions",
		"packages/vault",
	],
	"packages/eft": [
		"packages/aft",
		"packages/batch",
		"packages/customers",
		"packages/events",
		"packages/identity",
		"packages/merchants",
		"packages/platform",
		"packages/vault",
	],
	"apps/dashboard": ["packages/ui", "packages/widget"],
	"apps/gateway": [
		"apps/dashboard",
		"packages/aft",
		"packages/encrypt",
		"packages/vault",
		"packages/batch",
		"packages/widget",
		"packages/platform",
		"packages/merchants",
		"packages/events",
		"packages/identity",
		"packages/customers",
		"packages/payments",
		"packages/subscriptions",
		"packages/eft",
		"packages/payers",
	],
	"apps/shop": ["packages/card", "packages/client", "packages/ui"],
	"apps/demo": ["packages/client", "packages/encrypt", "packages/local-postgres", "apps/gateway", "apps/shop"],
};

/**
 * The neighbourhoods of a package that each one may import, lowest first, besides the foundation. A neighbourhood only
 * imports from lines above its own. In packages that are not listed, each may import each.
 */
const neighbourhoodArrows = {
	"packages/platform": {
		log: [],
		network: [],
		db: ["network"],
		metadata: [],
		http: ["db"],
		jobs: [],
		telemetry: [],
		audit: [],
		mail: [],
		idempotency: [],
		operator: [],
		pages: [],
		pictures: [],
	},
	"packages/merchants": {
		"staff-mails": [],
		"audit-list": [],
		logo: [],
		settings: ["staff-mails", "logo"],
		"public-keys": ["staff-mails"],
		"request-log": [],
		origins: ["staff-mails"],
		"processor-accounts": ["staff-mails"],
	},
	"packages/events": { endpoints: [], delivery: ["endpoints"] },
	"packages/identity": { staff: [], oauth: ["staff"] },
	"packages/customers": { "card-testing": [], cards: ["card-testing"] },
	"packages/payments": {
		transaction: [],
		receipts: ["transaction"],
		authentication: ["transaction"],
		"processor-events": ["transaction"],
		reversals: ["transaction", "processor-events"],
		settlements: ["processor-events", "reversals"],
		submission: ["transaction", "receipts", "processor-events", "reversals", "authentication"],
		charge: ["transaction", "authentication", "submission"],
		disputes: ["transaction", "processor-events", "settlements", "submission"],
		original: ["transaction", "submission"],
		capture: ["transaction", "original"],
		void: ["transaction", "original"],
		refund: ["transaction", "processor-events", "reversals", "submission", "disputes", "original"],
		unresolved: [
			"transaction",
			"original",
			"processor-events",
			"settlements",
			"reversals",
			"authentication",
			"submission",
			"refund",
			"disputes",
		],
		reporting: ["transaction", "unresolved"],
		overview: ["disputes", "unresolved"],
	},
	"packages/subscriptions": {
		plans: [],
		create: ["plans"],
		change: ["plans"],
		"dunning-mails": [],
		renewal: ["dunning-mails"],
		"change-plan": ["plans", "change", "renewal"],
	},
	"packages/payers": { authentication: [], links: [], "card-link": [], portal: ["card-link"] },
	"packages/eft": {
		wallet: [],
		"bank-accounts": [],
		rails: [],
		transaction: ["rails"],
		"send-limits": ["transaction"],
		approvals: ["wallet", "bank-accounts", "transaction", "send-limits"],
		transfers: ["wallet", "bank-accounts", "rails", "transaction", "send-limits", "approvals"],
		requests: ["wallet", "bank-accounts", "transaction", "send-limits"],
	},
	"apps/gateway": {
		schema: [],
		"master-key": [],
		restore: [],
		backlogs: [],
		web: ["schema"],
		"card-form": ["web"],
		"going-live": ["sandbox"],
		retention: ["card-form", "personal-data"],
		operator: ["schema", "master-key", "restore", "personal-data", "sandbox"],
		sandbox: ["card-form"],
		"personal-data": ["card-form", "sandbox"],
	},
};

/** The neighbourhoods of the platform that any other may import. */
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
	"payment-links": ["plans", "transactions"],
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
const platform = "^packages/platform/src/";
/** The gateway and the packages of its services. */
const service =
	"^(?:apps/gateway|packages/(?:platform|merchants|events|identity|customers|payments|subscriptions|eft|payers))/src/";
/** What other packages import. */
const doors = "^packages/[^/]+/src/(?:[a-z-]+/index|index|gateway)\\.ts$";
/** The modules that create and connect everything; the order of neighbourhoods does not hold for them. Features live elsewhere. */
const wiring = `${gateway}(?:(?:main|index|app|gateway)\\.ts$|start/(?:${[
	"create-[a-z-]+",
	"event-objects",
	"exit-in-time",
	"open-core",
	"operations",
	"seed-demo-merchants",
	"starting",
	"workers/[a-z-]+",
].join("|")})\\.ts$)`;
const store = `${service}.*\\.store\\.ts$`;
/** Plain nouns and the mapping of rows to them, which stores use as well as decisions. */
const rows = `${service}(?:.*-row|transaction/eft-transaction)\\.ts$`;
const tables = `${service}.*tables\\.ts$`;
/** The list of personal columns, from which stores make statements. */
const personalColumns = `${gateway}personal-data/personal-columns\\.ts$`;
/** Modules that only routes and commands use: middleware, cookies, forms and shared schemas of requests. */
const requestModules = `${service}(?:${[
	"card-form/virtual-terminal",
	"wake-after-changes",
	"admission",
	"restore/refuse-while-restored",
	"named-merchant",
	"oauth/token/(?:authenticate|client-request|form-body|token-admission)",
	"request-log/collect-requests",
	"sandbox/mailbox/require-mailbox-token",
	"staff/members/staff-admission",
	"pages/(?:form-cookie|page-form|page-route)",
	"staff/pages/page-responses",
	"staff/sessions/(?:require-session|session-cookie)",
	"staff/sign-in/remember-browser",
	"staff/step-up/step-up-form",
	"subscription-schema",
	"telemetry/(?:observe|trace)-requests",
	"web/(?:front-page|assets/answer-zipped)",
].join("|")})\\.ts$`;
/** Modules that are called from outside: by HTTP, by a timer or by the command line. */
const drivers = [
	`${service}.*\\.(?:route|job|command)\\.ts$`,
	`${service}.*routes\\.ts$`,
	`${platform}(?:http|operator)/`,
	`${gateway}(?:operator|card-form/page-check|web/docs)/`,
	requestModules,
];
/** The modules in the platform's root that every neighbourhood may use: the clock, ids, money. */
const ground = `${platform}[^/]+\\.ts$`;
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
		from: { path: "^((?:packages|apps)/[^/]+)/", pathNot: notProduction },
		to: { path: "^(?:packages|apps)/", pathNot: ["^$1/"], dependencyTypes: ["local"] },
	},
	{
		name: "only-the-gateway-takes-manifests",
		comment: "A service's ./gateway is what the gateway joins; other services use its index.ts.",
		from: { path: "^(?:packages|apps)/", pathNot: ["^apps/gateway/", ...notProduction] },
		to: { path: "^packages/[^/]+/src/gateway\\.ts$" },
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
			pathNot: ["^packages/vault/", "^packages/eft/src/rails/", ...notProduction],
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

const insideTheServices = [
	{
		name: "decisions-know-no-driver",
		comment: "Decisions and stores import no route, job, command or module of requests.",
		from: { path: service, pathNot: [wiring, doors, ...drivers, ...notProduction] },
		to: { path: drivers, pathNot: `${platform}http/gateway-env\\.ts$` },
	},
	{
		name: "decisions-know-no-hono",
		comment: "HTTP ends in the routes. (@hono/zod-openapi's z describes fields; hono/html is a template engine.)",
		from: { path: service, pathNot: [wiring, ...drivers, ...notProduction] },
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
			path: service,
			pathNot: [store, tables, personalColumns, rows, doors, ground, ...drivers, `${platform}db/`],
			dependencyTypesNot: ["type-only"],
		},
	},
	{
		name: "only-stores-speak-sql",
		comment: "SQL is in stores, db/ and the vault; other modules may import kysely's types, to pass a transaction on.",
		from: {
			path: "^(?:packages|apps)/",
			pathNot: ["^packages/(?:vault|local-postgres)/", store, `${platform}db/`, ...notProduction],
		},
		to: { path: "node_modules/(?:kysely|pg)/", dependencyTypesNot: ["type-only"] },
	},
	{
		name: "database-knows-no-feature",
		comment: "db/ is below every other neighbourhood of the platform but the network.",
		from: { path: `${platform}db/`, pathNot: [`${platform}db/schema\\.ts$`, ...notProduction] },
		to: { path: `${platform}[^/]+/`, pathNot: [`${platform}(?:db|network)/`] },
	},
	{
		name: "embedded-database-is-optional",
		comment:
			"An installation for production has no PostgreSQL, so only db/embedded-database.ts loads it, when it is started.",
		from: { path: service, pathNot: notProduction },
		to: { path: "^packages/local-postgres/", dynamic: false, dependencyTypesNot: ["type-only"] },
	},
	{
		name: "only-one-file-loads-postgres",
		comment: "It explains a package that is not installed.",
		from: { path: service, pathNot: [`${platform}db/embedded-database\\.ts$`, ...notProduction] },
		to: { path: "^packages/local-postgres/" },
	},
	{
		name: "schema-knows-no-table",
		comment: "Each neighbourhood's tables.ts adds its tables to db/schema.ts, which imports nothing.",
		from: { path: `${platform}db/schema\\.ts$` },
		to: { path: service },
	},
	{
		name: "http-knows-no-neighbourhood",
		comment: "http/ names no type of a neighbourhood: they add theirs to http/gateway-env.ts.",
		from: { path: `${platform}http/`, pathNot: notProduction },
		to: { path: `${platform}[^/]+/`, pathNot: [`${platform}(?:http|db|log|network|audit)/`] },
	},
	{
		name: "ground-knows-no-feature",
		comment: "The clock, ids, money and the like import no neighbourhood, not even the database.",
		from: { path: ground, pathNot: [doors, ...notProduction] },
		to: { path: `${platform}[^/]+/` },
	},
	{
		name: "nothing-imports-the-wiring",
		comment: "A module that imported main.ts or app.ts would know every neighbourhood.",
		from: { path: anyNeighbourhood, pathNot: [wiring, ...notProduction] },
		to: { path: wiring },
	},
	...Object.entries(neighbourhoodArrows).flatMap(([workspace, arrows]) => [
		...Object.entries(arrows)
			.filter(([name]) => !["db", "http"].includes(name))
			.map(([name, allowed]) => {
				const known = workspace === "packages/platform" ? [...foundation, ...allowed] : allowed;
				return {
					name: `neighbourhood-arrows-${workspace.split("/").at(-1)}-${name}`,
					comment: `${name} may import ${known.join(", ") || "no neighbourhood"}.`,
					from: { path: `^${workspace}/src/${name}/`, pathNot: notProduction },
					to: {
						path: `^${workspace}/src/[^/]+/`,
						pathNot: [name, ...known].map((other) => `^${workspace}/src/${other}/`),
					},
				};
			}),
		{
			name: `neighbourhood-without-arrows-${workspace.split("/").at(-1)}`,
			comment: "A new neighbourhood needs its line in neighbourhoodArrows.",
			from: {
				path: `^${workspace}/src/[^/]+/`,
				pathNot: [wiring, ...notProduction, ...Object.keys(arrows).map((name) => `^${workspace}/src/${name}/`)],
			},
			to: {},
		},
	]),
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
		// Pages load these scripts by their addresses; tables.ts adds its types to those of `db/schema.ts`.
		from: {
			orphan: true,
			pathNot: [
				...notProduction,
				"^(?:test|lab)/",
				`${gateway}web/docs/docs\\.js$`,
				`${gateway}sandbox/bank/return\\.js$`,
				"^packages/payers/src/authentication/page\\.js$",
				tables,
			],
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
	forbidden: [...betweenPackages, ...insideTheServices, ...insideTheDashboard, ...everywhere].map((rule) => ({
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
