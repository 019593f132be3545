import type { BrowserFile } from "./browser-files.ts";

export const cacheControls = {
	never: "no-store",
	/** A release reaches merchants' pages within minutes, without a request per page. */
	shortly: "public, max-age=300",
	/** The name contains the content's hash. */
	forGood: "public, max-age=31536000, immutable",
} as const;

/** Pages of any origin may load the file. */
export function assetHeaders({ contentType }: BrowserFile, cacheControl: string): Record<string, string> {
	return {
		"Access-Control-Allow-Origin": "*",
		"Cache-Control": cacheControl,
		"Content-Type": contentType,
		"Cross-Origin-Resource-Policy": "cross-origin",
	};
}
