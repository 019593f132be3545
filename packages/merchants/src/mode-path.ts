/*
 * No test data is in live books: a live merchant is a separate row. Staff belong to the demo twin and act for both. The
 * address names the mode, so that two tabs may show both.
 */
import type { Merchant } from "./merchant.ts";

type Mode = Merchant["mode"];

const root = "/app";
const rootWithMode = /^\/app\/(live|demo)(?=\/|$)/;

export function modeOfPath(path: string): Mode | undefined {
	return rootWithMode.exec(path)?.[1] as Mode | undefined;
}

export function withoutMode(path: string): string {
	return path.startsWith(root) ? path.replace(rootWithMode, root) : path;
}

export function withMode(path: string, mode: Mode): string {
	return withoutMode(path).replace(root, `${root}/${mode}`);
}
