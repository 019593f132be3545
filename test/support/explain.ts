import { CompiledQuery, type OperationNode, PostgresQueryCompiler, type RawNode } from "kysely";
import type { Database } from "../../apps/gateway/src/db/database.ts";
import type { AllTables } from "./tables.ts";

export interface Statement {
	text: string;
	/** Left out where the plan is to be made before the values are known. */
	parameters?: readonly unknown[];
}

/** The first statement that `run` sends, which must be a raw one, as those of lists are. */
export async function firstStatement(
	database: AllTables,
	run: (spied: Database) => Promise<unknown>,
): Promise<Required<Statement>> {
	const nodes: OperationNode[] = [];
	const spied = database.withPlugin({
		transformQuery({ node }) {
			nodes.push(node);
			return node;
		},
		transformResult: async ({ result }) => result,
	});
	await run(spied.withTables());
	const [node] = nodes;
	if (node === undefined) throw new Error("No statement was sent.");
	const { sql: text, parameters } = new PostgresQueryCompiler().compileQuery(node as RawNode, { queryId: "explained" });
	return { text, parameters };
}

/** What PostgreSQL says about a statement, with the options of its `explain`. */
export async function explain(
	database: AllTables,
	options: string,
	{ text, parameters = [] }: Statement,
): Promise<string> {
	const { rows } = await database.executeQuery<{ "QUERY PLAN": string }>(
		CompiledQuery.raw(`explain (${options}) ${text}`, [...parameters]),
	);
	return rows.map((line) => line["QUERY PLAN"]).join("\n");
}
