import type { BrowserFile } from "./browser-files.ts";

/** Cache lifetimes in browsers. */
export const cacheControls = {
	never: "no-store",
	/** Short, so that a release reaches merchants' pages within minutes; long enough to avoid a request per page. */
	shortly: "public, max-age=300",
	/** The name contains the content's hash, so the content never changes. */
	forGood: "public, max-age=31536000, immutable",
} as const;

/** Returns the headers of a file that pages of any origin may load. */
export function assetHeaders({ contentType }: BrowserFile, cacheControl: string): Record<string, string> {
	return {
		"Access-Control-Allow-Origin": "*",
		"Cache-Control": cacheControl,
		"Content-Type": contentType,
		"Cross-Origin-Resource-Policy": "cross-origin",
	};
}
