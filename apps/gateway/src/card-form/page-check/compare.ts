import { assetPath, type BrowserFile } from "../../web/assets/browser-files.ts";

export interface Received {
	what: string;
	status: number;
	headers: Headers;
	text: string;
}

/** Headers that the gateway never sends, and that could load or leak data. */
const foreignHeaders = [
	"Access-Control-Allow-Credentials",
	"Content-Security-Policy-Report-Only",
	"Link",
	"NEL",
	"Refresh",
	"Report-To",
	"Reporting-Endpoints",
	"Service-Worker-Allowed",
	"Set-Cookie",
	"SourceMap",
];

export function compareHeaders({ what, headers }: Received, expected: Record<string, string>): string[] {
	const wrong = Object.entries(expected)
		.filter(([name, value]) => headers.get(name) !== value)
		.map(([name, value]) => `${what}: the header ${name} is ${shown(headers.get(name))}, not ${shown(value)}.`);
	const foreign = foreignHeaders
		.filter((name) => headers.has(name) && !(name in expected))
		.map((name) => `${what}: unexpected header ${name}: ${headers.get(name)}.`);
	return [...wrong, ...foreign];
}

function shown(value: string | null): string {
	return value === null ? "missing" : JSON.stringify(value);
}

export function findForeignScripts({ what, text }: Received, allowed: BrowserFile[]): string[] {
	const tags = [...text.matchAll(/<script\b[^>]*>/gi)].map(([tag]) => tag);
	const isData = (tag: string) => tag === '<script type="application/json" id="frame">';
	const isAllowed = (tag: string) =>
		allowed.some((file) => tag.includes(`"${assetPath(file)}"`) && tag.includes(`"${file.integrity}"`));
	return tags
		.filter((tag) => !isData(tag) && !isAllowed(tag))
		.map((tag) => `${what}: a script is not in the inventory: ${tag}`);
}

/** Names the first line that differs from the build. */
export function compareText({ what, text }: Received, expected: string): string[] {
	if (text === expected) return [];
	const [received, built] = [text.split("\n"), expected.split("\n")];
	const line = received.findIndex((one, index) => one !== built[index]);
	const at = line === -1 ? received.length : line;
	return [
		`${what}: it differs from the build from line ${at + 1} on: ${JSON.stringify(received[at]?.slice(0, 200) ?? "")}`,
	];
}
