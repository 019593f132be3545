import { problemOf } from "../run/command.ts";
import { testChecks } from "./check.ts";

testChecks([
	{ name: "unused files, exports and dependencies (knip)", problem: () => problemOf("knip", ["--no-progress"]) },
]);
