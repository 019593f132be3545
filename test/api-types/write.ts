/**
 * `npm run api-types`, also run by `npm run build`: generates the API types of `@cardseal/client` and the dashboard,
 * the table of reasons in docs/errors.md, and that of series in docs/operate/metrics.md.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../run/command.ts";
import { clientTypes, dashboardTypes } from "./documents.ts";
import { withReasons } from "./reasons-table.ts";
import { withSeries } from "./series-table.ts";

const files = {
	"packages/client/src/generated/api.ts": clientTypes(),
	"apps/dashboard/src/generated/api.ts": await dashboardTypes(),
	"docs/errors.md": withReasons(readFileSync(join(root, "docs/errors.md"), "utf8")),
	"docs/operate/metrics.md": withSeries(readFileSync(join(root, "docs/operate/metrics.md"), "utf8")),
};

for (const [path, text] of Object.entries(files)) {
	const file = join(root, path);
	// An unchanged file keeps its time, so that tsc does not compile again.
	if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
}
