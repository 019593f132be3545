import type { MiddlewareHandler } from "hono";
import type { GatewayEnv } from "./gateway-env.ts";

const applicationPaths = /^\/app(?:\/|$)/i;
const browserFilePaths = /^\/v1\//;
const framePaths = /^\/v1\/widget(?:\/|$)/;

/** A script of one origin never reads the other. */
export function separateFrames({
	own,
	frames,
	isExclusive,
}: {
	own: string;
	frames: string;
	isExclusive: boolean;
}): MiddlewareHandler<GatewayEnv> {
	const frameHost = new URL(frames).host;
	return async (context, next) => {
		if (frames === own) return next();
		const { path } = context.req;
		const isAtFrames = isHost(context.req.header("Host"), frameHost);
		const isElsewhere = isExclusive
			? isAtFrames !== browserFilePaths.test(path) && (isAtFrames || framePaths.test(path))
			: isAtFrames && applicationPaths.test(path);
		// The card form links the documentation there.
		if (isElsewhere && isAtFrames && path === "/docs" && context.req.method === "GET")
			return context.redirect(`${own}/docs`);
		return isElsewhere ? context.notFound() : next();
	};
}

/** A URL's host omits the default port. */
export function isHost(header: string | undefined, expected: string): boolean {
	const given = header?.toLowerCase() ?? "";
	return given === expected || given.replace(/:(?:80|443)$/, "") === expected;
}
