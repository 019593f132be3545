import { testChecks } from "./check.ts";
import { problemOf } from "./command.ts";

testChecks([
	{
		name: "format and lint (Biome)",
		problem: () => problemOf("biome", ["check", "--error-on-warnings", "--max-diagnostics=100"]),
	},
]);
