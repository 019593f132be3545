import { createRequire } from "node:module";
import ts from "typescript";
import { z } from "zod";
import type { ProjectFile } from "../../run/project-files.ts";

/*
 * Imports do not show that a store reads another feature's tables. So the tables that the SQL of a store names are compared with the
 * arrows of `layers.cjs`, by the `tables.ts` that declares each.
 */

const service =
	/^(?:apps\/gateway|packages\/(?:platform|merchants|events|identity|customers|payments|subscriptions|eft))\/src\//;

const arrowsSchema = z.object({
	forbidden: z.array(
		z.object({
			name: z.string(),
			from: z.object({ path: z.string().optional().catch(undefined) }),
			to: z.object({ pathNot: z.array(z.string()).optional().catch(undefined) }),
		}),
	),
});

/** The stores under `from` may name the tables of the paths in `to`, where they stay in their package or leave it. */
interface Arrow {
	from: RegExp;
	to: RegExp[];
	isBetweenPackages: boolean;
}

function readArrows(): Arrow[] {
	const { forbidden } = arrowsSchema.parse(createRequire(import.meta.url)("../layers.cjs"));
	return forbidden.flatMap(({ name, from, to }) => {
		const isBetweenPackages = name.startsWith("package-arrows-");
		if (!(isBetweenPackages || name.startsWith("neighbourhood-arrows-")) || from.path === undefined) return [];
		const allowed = (to.pathNot ?? []).map((pattern) => new RegExp(pattern));
		return [{ from: new RegExp(from.path), to: allowed, isBetweenPackages }];
	});
}

const packageOf = (path: string) => path.split("/src/")[0];

function mayName(arrows: readonly Arrow[], path: string, owner: string): boolean {
	const isBetweenPackages = packageOf(path) !== packageOf(owner);
	// Every neighbourhood of a package may use the tables at its root.
	if (!isBetweenPackages && owner.endsWith("/src/tables.ts")) return true;
	const own = arrows.filter((arrow) => arrow.isBetweenPackages === isBetweenPackages && arrow.from.test(path));
	return own.every(({ to }) => to.some((pattern) => pattern.test(owner)));
}

/** Returns the file that declares each table: the members of its exported interfaces whose names end with `Tables`. */
export function findOwners(files: readonly ProjectFile[]): Map<string, string> {
	const owners = new Map<string, string>();
	for (const { path, text } of files.filter((file) => service.test(file.path) && /\/tables\.ts$/.test(file.path))) {
		ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).forEachChild((node) => {
			if (!ts.isInterfaceDeclaration(node) || !node.name.text.endsWith("Tables")) return;
			for (const { name } of node.members) {
				if (name && (ts.isIdentifier(name) || ts.isStringLiteral(name))) owners.set(name.text, path);
			}
		});
	}
	return owners;
}

/** The methods of Kysely and our own functions whose arguments name a table. */
const takesTable = /(?:From|Into|Join|Table|^table|^using|^from|^deleteInSlices)$/i;

/** Returns the tables that a store's statements name, in template literals and in calls of Kysely. */
export function findTables({ path, text }: ProjectFile, isTable: (name: string) => boolean): Set<string> {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node))
			found.push(...tablesOf(node.getText()));
		else if (ts.isStringLiteral(node) && isNamingTable(node)) found.push(node.text.replace(/ as \w+$/, ""));
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
	return new Set(found.filter(isTable));
}

function isNamingTable({ parent }: ts.StringLiteral): boolean {
	if (ts.isPropertyAssignment(parent)) return parent.name.getText() === "table";
	if (!ts.isCallExpression(parent)) return false;
	const { expression } = parent;
	return takesTable.test(ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText());
}

/** Returns the names after `from`, `join`, `into` and `update`, without those that the statement defines by `with`. */
function tablesOf(statement: string): string[] {
	const defined = new Set([...statement.matchAll(/\b(\w+) as (?:not )?(?:materialized )?\(/g)].map(([, name]) => name));
	const named = [...statement.matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?([a-z_]+(?:\.[a-z_]+)?)/gi)];
	return named.map(([, name = ""]) => name).filter((name) => !defined.has(name));
}

/** Allowed uses of tables of neighbourhoods that the store may not import, with the reason. */
export type AllowedTables = Readonly<Record<string, { tables: readonly string[]; because: string }>>;

/** Returns a line for each use that no arrow and no exception allows, and for each exception without a use. */
export function findForeignTables(files: readonly ProjectFile[], allowed: AllowedTables): string[] {
	const owners = findOwners(files);
	const arrows = readArrows();
	const foreign = files
		.filter(({ path }) => service.test(path) && path.endsWith(".store.ts"))
		.flatMap((file) =>
			[...findTables(file, (name) => owners.has(name))]
				.map((table) => ({ path: file.path, table, owner: owners.get(table) ?? "" }))
				.filter(({ path, owner }) => !mayName(arrows, path, owner)),
		);
	const isAllowed = (path: string, table: string) => allowed[path]?.tables.includes(table) === true;
	const unused = Object.entries(allowed).flatMap(([path, { tables }]) =>
		tables
			.filter((table) => !foreign.some((use) => use.path === path && use.table === table))
			.map((table) => `${path} does not use ${table}: remove the exception.`),
	);
	return [
		...foreign
			.filter(({ path, table }) => !isAllowed(path, table))
			.map(({ path, table, owner }) => `${path} names ${table} of ${owner}.`),
		...unused,
	];
}
