import { ConfigError } from "../config-error.ts";
import { isLoopbackName } from "../network/client-network.ts";

/** The origins of the web application and of its card frames. */
export interface FrameOrigins {
	/** The origin of the web application and of the API. */
	own: string;
	/** The origin of the virtual terminal's card frame: another one, so that no script of `/app` reads the frame. */
	frames: string;
	/** True with FRAME_URL outside the sandbox: all card frames are there, with their scripts, and nothing else. */
	isExclusive: boolean;
}

export interface FrameSettings {
	frameUrl: string | undefined;
	sandbox: boolean;
}

/**
 * Returns the origins of card frames: that of FRAME_URL; without it, in the sandbox, the other name of this machine; else
 * the gateway's own.
 *
 * @throws ConfigError when FRAME_URL is not another host by the same protocol
 */
export function frameOriginsOf(publicUrl: string, { frameUrl, sandbox }: FrameSettings): FrameOrigins {
	const own = new URL(publicUrl);
	if (frameUrl === undefined) {
		return { own: own.origin, frames: (sandbox && otherLoopbackOrigin(own)) || own.origin, isExclusive: false };
	}
	const frames = new URL(frameUrl);
	if (frames.hostname === own.hostname) {
		// Cookies do not tell ports apart.
		throw new ConfigError("FRAME_URL must name another host than PUBLIC_URL");
	}
	if (frames.protocol !== own.protocol) throw new ConfigError("FRAME_URL must begin like PUBLIC_URL, http or https");
	return { own: own.origin, frames: frames.origin, isExclusive: !sandbox };
}

/** Returns the origin that merchants' pages load the card form's script from; its frame comes from the same one. */
export function scriptOriginOf({ own, frames, isExclusive }: FrameOrigins): string {
	return isExclusive ? frames : own;
}

function otherLoopbackOrigin({ protocol, hostname, port }: URL): string | undefined {
	if (!isLoopbackName(hostname)) return undefined;
	const other = hostname === "localhost" ? "127.0.0.1" : "localhost";
	return new URL(`${protocol}//${other}${port === "" ? "" : `:${port}`}`).origin;
}
