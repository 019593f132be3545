import { testChecks } from "./check.ts";
import { problemOf } from "./command.ts";

testChecks([{ name: "types of code and tests (TypeScript)", problem: () => problemOf("tsc", ["-b"]) }]);
