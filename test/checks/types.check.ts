import { problemOf } from "../run/command.ts";
import { testChecks } from "./check.ts";

testChecks([{ name: "types of code and tests (TypeScript)", problem: () => problemOf("tsc", ["-b"]) }]);
