/**
 * `npm run page-check -- https://pay.example [--key pklive1… --origin https://shop.example]`: exits with 1 if a
 * payer's files differ from the local build. Run it weekly.
 */
import { parseArgs } from "node:util";
import { checkPages } from "./check-pages.ts";

const usage =
	"Type: npm run page-check -- https://pay.example [--key PUBLIC_KEY --origin https://shop.example]\n" +
	"The address is the gateway's FRAME_URL, or PUBLIC_URL without one. Build the release that runs there first: npm run build";

function readArguments() {
	const options = { key: { type: "string" }, origin: { type: "string" } } as const;
	// Not strict, because Node's own refusals speak to programmers.
	const { values, positionals, tokens } = parseArgs({ options, allowPositionals: true, strict: false, tokens: true });
	const unknown = tokens.find((token) => token.kind === "option" && !Object.hasOwn(options, token.name));
	if (unknown?.kind === "option") throw new Error(`There is no option ${unknown.rawName}.\n${usage}`);
	const { key, origin } = values;
	if (typeof key === "boolean" || typeof origin === "boolean") throw new Error(usage);
	const [gatewayUrl, ...others] = positionals;
	if (gatewayUrl === undefined || others.length > 0 || !URL.canParse(gatewayUrl)) throw new Error(usage);
	return { gatewayUrl, key, origin };
}

/** `fetch` puts the reason of a failure into its cause. */
function explain(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { cause, message } = error;
	return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

try {
	const check = readArguments();
	const { count, differences } = await checkPages(check);
	const where = new URL(check.gatewayUrl).origin;
	if (differences.length === 0) process.stdout.write(`${where}: ${count} addresses match the build.\n`);
	else process.stderr.write(`${where} differs from the local build:\n  ${differences.join("\n  ")}\n`);
	process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
	process.stderr.write(`The pages could not be checked.\n${explain(error)}\n`);
	process.exitCode = 1;
}
