import type { MiddlewareHandler } from "hono";
import { Problem } from "../../problem.ts";
import type { GatewayEnv } from "../gateway-env.ts";
import { readBytes } from "./read-body.ts";

export interface FileBody {
	mediaTypes: readonly string[];
	maximumBytes: number;
}

/** Reads a body that is a file itself, so that the route's `arrayBuffer()` stays below the limit. */
export function fileBody({ mediaTypes, maximumBytes }: FileBody): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		const [declared = ""] = (context.req.header("Content-Type") ?? "").split(";");
		if (!mediaTypes.includes(declared.trim().toLowerCase())) {
			throw new Problem("content_type_unsupported", `Send the file itself as one of ${mediaTypes.join(", ")}.`);
		}
		const bytes = Uint8Array.from(await readBytes(context, maximumBytes));
		Object.assign(context.req.bodyCache, { arrayBuffer: Promise.resolve(bytes.buffer) });
		await next();
	};
}
