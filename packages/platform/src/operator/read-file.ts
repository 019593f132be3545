import { createReadStream } from "node:fs";
import { CommandRefused } from "./command-refused.ts";

/** @throws CommandRefused as `readFileUpTo` does, and for a file that is not UTF-8 */
export async function readTextFile(path: string, limits: Parameters<typeof readFileUpTo>[1]): Promise<string> {
	const bytes = await readFileUpTo(path, limits);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw new CommandRefused(`${path} is not UTF-8. Nothing was done.`);
	}
}

/**
 * Stops at the limit while reading, because a pipe has no size.
 * @throws CommandRefused for a file that cannot be read; what `tooLarge` returns for a larger one
 */
export async function readFileUpTo(
	path: string,
	{ maximumBytes, tooLarge }: { maximumBytes: number; tooLarge: (path: string) => CommandRefused },
): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const chunk of createReadStream(path)) {
			bytes += chunk.length;
			if (bytes > maximumBytes) throw tooLarge(path);
			chunks.push(chunk);
		}
		return Buffer.concat(chunks);
	} catch (error) {
		if (!(error instanceof Error && "code" in error)) throw error;
		throw new CommandRefused(`${path} cannot be read: ${error.message}`, { cause: error });
	}
}
