import { headersOfEveryAnswer } from "@cardseal/platform/http";
import { framePath, type PageRefusal } from "@cardseal/widget/server";
import { assetHeaders, cacheControls } from "../../web/assets/asset-headers.ts";
import {
	assetPath,
	type BrowserFile,
	type BrowserFiles,
	fileNamed,
	integrityList,
	integrityPath,
	readBrowserFiles,
	standingPaths,
} from "../../web/assets/browser-files.ts";
import { createFrameWriter } from "../frame.ts";
import { scriptInventory } from "../script-inventory.ts";
import { compareHeaders, compareText, findForeignScripts, type Received } from "./compare.ts";

export interface PageCheck {
	gatewayUrl: string;
	/** A merchant's key and page; by default the error page is checked. */
	key?: string | undefined;
	origin?: string | undefined;
	fetch?: typeof fetch;
}

/** A reserved name (RFC 2606 §2), so no merchant allows it. */
const unregisteredOrigin = "https://page-check.invalid";

/** A key of no merchant. An empty one would count as missing. */
const unknownKey = "page-check";

const timeLimitMs = 10_000;

/**
 * Compares a payer's scripts and headers with the local build (PCI DSS 6.4.3, 11.6.1). Returns a sentence for each
 * difference.
 * @throws Error without gateway or build
 */
export async function checkPages({ gatewayUrl, fetch: ask = fetch, ...page }: PageCheck) {
	const { origin: base, protocol } = new URL(gatewayUrl);
	const files = readBrowserFiles();
	const always = headersOfEveryAnswer({ https: protocol === "https:" });
	const receive = async (path: string): Promise<Received> => {
		const signal = AbortSignal.timeout(timeLimitMs);
		const response = await ask(`${base}${path}`, { redirect: "manual", signal });
		const { status, headers } = response;
		return { what: path.replace(/\?.*/, ""), status, headers, text: await response.text() };
	};
	const expectations = [
		...[...files.values()].map((file) => expectFile(assetPath(file), file, cacheControls.forGood)),
		expectFile(standingPaths["cardseal.js"], fileNamed(files, "cardseal.js"), cacheControls.shortly),
		expectFile(standingPaths["encrypt.js"], fileNamed(files, "encrypt.js"), cacheControls.never),
		expectIntegrityList(files),
		expectFrame(files, base, page),
	];
	const differences: string[] = [];
	for (const { path, compare } of expectations) {
		const received = await receive(path);
		if (received.status === 200) differences.push(...compare(received, always));
		else differences.push(`${received.what}: the response status is ${received.status}.`);
	}
	return { count: expectations.length, differences };
}

interface Expectation {
	path: string;
	compare(received: Received, always: Record<string, string>): string[];
}

function expectFile(path: string, file: BrowserFile, cacheControl: string): Expectation {
	return {
		path,
		compare: (received, always) => [
			...compareHeaders(received, { ...always, ...assetHeaders(file, cacheControl) }),
			...compareText(received, file.body),
		],
	};
}

function expectIntegrityList(files: BrowserFiles): Expectation {
	return {
		path: integrityPath,
		compare: (received, always) => [
			...compareHeaders(received, { ...always, "Content-Type": "application/json" }),
			...compareText(received, JSON.stringify(integrityList(files))),
		],
	};
}

function expectFrame(
	files: BrowserFiles,
	gatewayOrigin: string,
	{ key = "", origin = unregisteredOrigin }: Pick<PageCheck, "key" | "origin">,
): Expectation {
	const request = { publicKey: key, origin, locale: "" };
	const write = createFrameWriter(files, gatewayOrigin);
	const scripts = scriptInventory
		.filter(({ page }) => page === framePath)
		.map(({ script }) => fileNamed(files, script));
	return {
		path: `${framePath}?${new URLSearchParams({ key: key || unknownKey, origin })}`,
		compare(received, always) {
			const refusal = readRefusal(received);
			const { headers, html } = write(request, refusal);
			const own = { "Cache-Control": "no-store", "Content-Type": "text/html; charset=UTF-8" };
			return [
				...compareRefusal(received, request, refusal),
				...compareHeaders(received, { ...always, ...own, ...headers }),
				...findForeignScripts(received, scripts),
				...compareText(received, html),
			];
		},
	};
}

/** The refusal depends on the merchant's settings. */
function readRefusal({ text }: Received): PageRefusal | null {
	const [, refusal] = /"refusal":"(key|origin)"/.exec(text) ?? [];
	return refusal === "key" || refusal === "origin" ? refusal : null;
}

function compareRefusal(
	{ what }: Received,
	{ publicKey, origin }: { publicKey: string; origin: string },
	refusal: PageRefusal | null,
): string[] {
	const isShown = publicKey !== "" && origin !== unregisteredOrigin;
	if (isShown && refusal !== null) return [`${what}: no form is shown for this key on this origin (${refusal}).`];
	if (!isShown && refusal === null) return [`${what}: a form is shown where none is allowed.`];
	return [];
}
