/**
 * Writes what the library can do for each connector: the table in docs/processors-prism.md, and the list of connectors that an
 * operator may name. `--check` compares instead.
 */
import { readFile, writeFile } from "node:fs/promises";
import { reviewed, withOwnAdapter } from "../connectors.ts";
import { loadLibrary } from "../library.ts";
import { readConnectors } from "./configs.ts";
import { type Probed, probeConnector } from "./probe.ts";

const tableFile = new URL("../../../../../docs/processors-prism.md", import.meta.url);
const listFile = new URL("../connectors/unreviewed.json", import.meta.url);
const begin = "<!-- written by npm run probe: begin -->\n";
const end = "<!-- written by npm run probe: end -->\n";

const library = loadLibrary();
const described = (await readConnectors()).filter(({ name }) => !withOwnAdapter.has(name));
const probed = described.map((connector) => ({ connector, found: probeConnector(library, connector) }));
const isReviewed = (name: string) => reviewed.some(({ library }) => library === name);

const document = await readFile(tableFile, "utf8");
const [before = "", rest = ""] = document.split(begin);
const [, after = ""] = rest.split(end);

await put(tableFile, [before, begin, table(), end, after].join(""));
await put(listFile, `${JSON.stringify(list(), undefined, "\t")}\n`);

/** Connectors without a review that sell under our reference, and whose account the library's types describe completely. */
function list() {
	return probed
		.filter(({ connector: { name, isSimple } }) => isSimple && !isReviewed(name))
		.filter(({ found }) => found.results.sale === "yes" && found.sendsReference)
		.map(({ connector, found }) => ({
			name: connector.name,
			secrets: connector.secrets,
			// A merchant names no address.
			texts: connector.texts.filter((name) => !name.endsWith("Url")),
			lookup: lookupOf(found),
			verification: found.results.verification === "yes" ? "setup_recurring" : "authorize",
			storedCard: found.results["stored card"] === "yes" ? "charge" : "authorize",
		}));
}

function lookupOf({ results }: Probed): string {
	if (results["lookup by our id"] === "yes") return "reference";
	return results.lookup === "yes" ? "id" : "none";
}

function table(): string {
	const rows = probed
		.filter(({ found }) => Object.values(found.results).some((result) => result !== "no"))
		.map(({ connector, found }) => {
			const { results } = found;
			const simulator = isReviewed(connector.name) ? "passed" : "–";
			return [
				`\`${connector.name}\``,
				...[results.sale, results.authorize, results.capture, results["partial capture"], results.refund, results.void],
				...[results.lookup, results["lookup by our id"]],
				...[found.hasAvs ? "yes" : "no", results.verification, results["stored card"]],
				found.isSoldInCad ? "yes" : "no",
				simulator,
			].map(cellOf);
		});
	const head = [
		...["connector", "sale", "authorize", "capture", "partial capture", "refund", "void", "lookup", "lookup by our id"],
		...["AVS", "verification", "stored card", "CAD", "our tests"],
	];
	return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function cellOf(result: string): string {
	if (result === "yes") return "✓";
	return result === "no" ? "–" : result;
}

async function put(file: URL, text: string): Promise<void> {
	if (!process.argv.includes("--check")) return writeFile(file, text);
	// The formatter writes JSON in other lines.
	const wordsOf = (written: string) => written.replace(/\s/g, "");
	if (wordsOf(await readFile(file, "utf8")) !== wordsOf(text))
		throw new Error(`${file.pathname} is not what the library can do: run the probe.`);
}
