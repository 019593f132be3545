import type { BrowserFile } from "./browser-files.ts";

/** How long a browser may keep what it got. */
export const cacheControls = {
	never: "no-store",
	/** So that a new release reaches every merchant's page within minutes, and a page costs no request each time. */
	shortly: "public, max-age=300",
	/** A name that holds the hash of its content never means anything else. */
	forGood: "public, max-age=31536000, immutable",
} as const;

/** The headers of a file that pages of any origin may load. */
export function assetHeaders({ contentType }: BrowserFile, cacheControl: string): Record<string, string> {
	return {
		"Access-Control-Allow-Origin": "*",
		"Cache-Control": cacheControl,
		"Content-Type": contentType,
		"Cross-Origin-Resource-Policy": "cross-origin",
	};
}
