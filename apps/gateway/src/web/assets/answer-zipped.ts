import { gzipSync } from "node:zlib";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Context } from "hono";

interface File {
	body: string | Buffer<ArrayBuffer>;
}

const zips = new WeakMap<File, Buffer<ArrayBuffer>>();

export function answerZipped(context: Context<GatewayEnv>, file: File) {
	context.header("Vary", "Accept-Encoding", { append: true });
	if (!takesGzip(context.req.header("Accept-Encoding"))) return context.body(file.body, 200);
	const zip = zips.get(file) ?? gzipSync(file.body, { level: 9 });
	zips.set(file, zip);
	context.header("Content-Encoding", "gzip");
	return context.body(zip, 200);
}

function takesGzip(header: string | undefined): boolean {
	return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|\s*$))/.test(header ?? "");
}
