/*
 * A live merchant is a separate row beside the demo merchant that it came from (`demo_twin_id`), so no test data is in live
 * books, and every query by merchant keeps the modes apart. Staff belong to the demo twin and act for both. The address names the
 * mode, so tabs and links in mails keep theirs. Routing drops the mode; the session check reads it.
 */
import type { Merchant } from "./merchant.ts";

type Mode = Merchant["mode"];

/**
 * The pages and the API of the web application are below `/app`, `/app/live` and `/app/demo` alike: the address names the
 * merchant that a request is for, so that two tabs may show a live merchant and its demo twin.
 */
const root = "/app";
const rootWithMode = /^\/app\/(live|demo)(?=\/|$)/;

/** Returns the mode that a path names. */
export function modeOfPath(path: string): Mode | undefined {
	return rootWithMode.exec(path)?.[1] as Mode | undefined;
}

/** Returns a path without its mode, as routes match it. */
export function withoutMode(path: string): string {
	return path.startsWith(root) ? path.replace(rootWithMode, root) : path;
}

/** Returns a path of the web application with a mode. */
export function withMode(path: string, mode: Mode): string {
	return withoutMode(path).replace(root, `${root}/${mode}`);
}
