import type { PageData } from "../wire/page-data.ts";

/** Reads the data block of the page. It comes from the gateway, so its shape is trusted. */
export function readPageData(): PageData {
	return JSON.parse(document.getElementById("frame")?.textContent ?? "") as PageData;
}
