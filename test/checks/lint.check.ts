import { problemOf } from "../run/command.ts";
import { testChecks } from "./check.ts";

testChecks([
	{
		name: "format and lint (Biome)",
		problem: () => problemOf("biome", ["check", "--error-on-warnings", "--max-diagnostics=100"]),
	},
]);
