import type { HashedFile } from "../wire/page-data.ts";
import { fileMs } from "../wire/time-limits.ts";

/** Returns undefined when loading fails. The hash proves the content. */
export async function loadFile<Content>(file: HashedFile | undefined): Promise<Content | undefined> {
	if (!file) return undefined;
	try {
		const { url, integrity } = file;
		const response = await fetch(url, { integrity, credentials: "omit", signal: AbortSignal.timeout(fileMs) });
		return response.ok ? ((await response.json()) as Content) : undefined;
	} catch {
		return undefined;
	}
}
