import type { PageData } from "../wire/page-data.ts";

/** The data comes from the gateway, so its shape is trusted. */
export function readPageData(): PageData {
	return JSON.parse(document.getElementById("frame")?.textContent ?? "") as PageData;
}
