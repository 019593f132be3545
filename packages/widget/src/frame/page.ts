import type { PageData } from "../wire/page-data.ts";

/** Reads the data block. It comes with the page itself, from the gateway, so its shape is taken as given. */
export function readPageData(): PageData {
	return JSON.parse(document.getElementById("frame")?.textContent ?? "") as PageData;
}
