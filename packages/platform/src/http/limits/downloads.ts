import type { Context, MiddlewareHandler } from "hono";
import { createSlots } from "../../db/lists/slots.ts";
import { Problem } from "../../problem.ts";
import type { GatewayEnv } from "../gateway-env.ts";

/** `patienceMs`: the longest time between two pieces. */
const defaultLimits = { perMerchant: 2, inAll: 64, patienceMs: 30_000 };

/** Taken in time even at 2 KB/s. */
const pieceBytes = 65_536;

const retryLater = { headers: { "Retry-After": "10" } };

/** Cuts the connection of a client that takes nothing. */
export function limitDownloads(limits = defaultLimits): MiddlewareHandler<GatewayEnv> {
	const slots = createSlots<number>({ perKey: limits.perMerchant, inAll: limits.inAll });
	return async (context, next) => {
		const free = slots.take(context.get("access").merchant.id);
		if (free === "per_key") {
			const message = `You download ${limits.perMerchant} files already. Wait for one of them, then try again.`;
			throw new Problem("too_many_in_flight", message, retryLater);
		}
		if (free === "in_all") {
			throw new Problem("busy", "Too many files are being downloaded. Try again in a moment.", retryLater);
		}
		let body: ReadableStream<Uint8Array> | null = null;
		try {
			await next();
			if (context.res.ok) body = context.res.body;
		} finally {
			if (body === null) free();
		}
		if (body === null) return;
		const file = takenInTime(body, { patienceMs: limits.patienceMs, onEnd: free });
		context.res = new Response(file, context.res);
	};
}

/** Calls `onEnd` at least once. */
function takenInTime(
	body: ReadableStream<Uint8Array>,
	{ patienceMs, onEnd }: { patienceMs: number; onEnd: () => void },
): ReadableStream<Uint8Array> {
	const pieces = body.values();
	let timer: NodeJS.Timeout;
	const stop = async () => {
		clearTimeout(timer);
		try {
			await pieces.return?.();
		} finally {
			onEnd();
		}
	};
	const wait = (controller: ReadableStreamDefaultController) => {
		timer = setTimeout(() => {
			controller.error(new Error("The client of a download took nothing for too long."));
			stop().catch(() => undefined);
		}, patienceMs).unref();
	};
	return new ReadableStream(
		{
			start: wait,
			async pull(controller) {
				clearTimeout(timer);
				const { done, value } = await pieces.next().catch((error: unknown) => {
					onEnd();
					throw error;
				});
				if (done) {
					onEnd();
					return controller.close();
				}
				// Throws when the client has left.
				controller.enqueue(value);
				wait(controller);
			},
			cancel: stop,
		},
		// Reads nothing ahead of the client.
		{ highWaterMark: 0 },
	);
}

export function csvAnswer(context: Context<GatewayEnv>, name: string, parts: AsyncIterable<string>) {
	return fileAnswer(context, { name, type: "text/csv; charset=utf-8" }, parts);
}

export function fileAnswer(
	context: Context<GatewayEnv>,
	{ name, type }: { name: string; type: string },
	parts: AsyncIterable<string>,
) {
	context.header("Content-Type", type);
	context.header("Content-Disposition", `attachment; filename="${name}"`);
	return context.body(ReadableStream.from(piecesOf(parts)), 200);
}

async function* piecesOf(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
	const encoder = new TextEncoder();
	for await (const part of parts) {
		const bytes = encoder.encode(part);
		for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
	}
}
