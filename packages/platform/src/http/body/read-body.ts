import type { Context } from "hono";
import { outsideDeadline } from "../../db/request-deadline.ts";
import { Problem } from "../../problem.ts";
import type { GatewayEnv } from "../gateway-env.ts";
import { requireReadable, requireReadableFields } from "../readable-text.ts";

const usualMaximumBytes = 64 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @throws Problem 415 */
export function requireMediaType(context: Context<GatewayEnv>, expected: string): void {
	const [type = "", ...parameters] = (context.req.header("Content-Type") ?? "").split(";");
	const charset = parameters
		.map((parameter) => parameter.trim().toLowerCase())
		.find((one) => one.startsWith("charset="));
	const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
	if (type.trim().toLowerCase() === expected && isUtf8) return;
	throw new Problem(
		"content_type_unsupported",
		`Send the body as ${expected} in UTF-8; this one came ${describeType(type, isUtf8)}.`,
	);
}

/** Other texts may be a value in the wrong place. */
function describeType(type: string, isUtf8: boolean): string {
	if (type === "") return "without a Content-Type";
	if (!isUtf8) return "in another character set";
	return /^[a-z]{1,20}\/[a-z.+-]{1,40}$/i.test(type.trim()) ? `as ${type.trim().toLowerCase()}` : "as another type";
}

/** @throws Problem 413, 400 */
export async function readFormFields(context: Context<GatewayEnv>): Promise<URLSearchParams> {
	const text = await readText(context);
	requireReadable(text);
	requireReadableFields(text);
	return new URLSearchParams(text);
}

/** @throws Problem 413, 400 */
export async function readText(context: Context<GatewayEnv>): Promise<string> {
	const bytes = await readBytes(context);
	try {
		const text = utf8.decode(bytes);
		if (!text.startsWith("\uFEFF")) return text;
	} catch {
		// The error below covers this too.
	}
	throw new Problem("encoding_invalid", "Send the body in UTF-8 without a byte order mark.");
}

/** @throws Problem 413, 400 */
export async function readBytes(
	context: Context<GatewayEnv>,
	maximumBytes: number = usualMaximumBytes,
): Promise<Uint8Array> {
	try {
		return await outsideDeadline(() => readAtMost(context, maximumBytes));
	} catch (error) {
		if (error instanceof Problem) throw error;
		throw new Problem("body_incomplete", "The body ended early or is not valid HTTP. Send it again.", { cause: error });
	}
}

async function readAtMost(context: Context<GatewayEnv>, maximumBytes: number): Promise<Uint8Array> {
	const declared = context.req.header("Content-Length");
	if (declared !== undefined && context.req.header("Transfer-Encoding") === undefined) {
		if (!/^[0-9]{1,15}$/.test(declared) || Number(declared) > maximumBytes) throw tooLarge(maximumBytes);
		// Never more than the declared length.
		return new Uint8Array(await context.req.raw.arrayBuffer());
	}
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of context.req.raw.body ?? []) {
		size += chunk.byteLength;
		if (size > maximumBytes) throw tooLarge(maximumBytes);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

function tooLarge(maximumBytes: number): Problem {
	// The unread rest requires a closed connection.
	return new Problem("body_too_large", `Send at most ${maximumBytes / 1024} KB.`, {
		headers: { Connection: "close" },
	});
}
