import { root } from "../run/command.ts";
import { readProjectFiles } from "../run/project-files.ts";
import { testChecks } from "./check.ts";
import { allowedTables } from "./foreign-tables/allowed-tables.ts";
import { findForeignTables } from "./foreign-tables/foreign-tables.ts";
import { checksOfLayers, cruise } from "./layers.ts";

testChecks([
	...checksOfLayers(await cruise(root)),
	{
		name: "stores-name-tables-they-may-import: SQL of a store names no table of a neighbourhood that it may not import",
		problem: async () => findForeignTables(await readProjectFiles(), allowedTables),
	},
]);
