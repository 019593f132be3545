/**
 * `npm run vulnerabilities`: fails if a package that production needs has a known vulnerability that
 * `allowed-vulnerabilities.json` does not name, or if that could not be checked. `-- --if-reachable` passes in the second case, for
 * machines that do not reach npm's registry.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../run/command.ts";
import { installations } from "./installations.ts";
import { findVulnerabilities, problemsOfAllowed, readAllowed } from "./vulnerabilities.ts";

const { values } = parseArgs({ options: { "if-reachable": { type: "boolean", default: false } } });
const allowed = readAllowed();
const expired = problemsOfAllowed(allowed, new Date());
if (expired.length > 0) fail(expired.join("\n"));

for (const folder of installations) {
	const verdict = await findVulnerabilities(join(root, folder), allowed);
	const title = `Known vulnerabilities in ${folder}`;
	if (verdict.checked && verdict.problems.length === 0) console.log(`${title}: none that is not allowed.`);
	else if (verdict.checked) fail(`${title}:\n  ${verdict.problems.join("\n  ")}`);
	else if (values["if-reachable"]) console.error(`${title}: NOT CHECKED. ${verdict.why}`);
	else fail(`${title}: not checked. ${verdict.why}`);
}

function fail(problem: string): void {
	console.error(problem);
	process.exitCode = 1;
}
