import { testChecks } from "./check.ts";
import { problemOf } from "./command.ts";

testChecks([
	{ name: "unused files, exports and dependencies (knip)", problem: () => problemOf("knip", ["--no-progress"]) },
]);
