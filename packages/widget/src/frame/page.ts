import type { PageData } from "../wire/page-data.ts";

export function readPageData(): PageData {
	return JSON.parse(document.getElementById("frame")?.textContent ?? "") as PageData;
}
