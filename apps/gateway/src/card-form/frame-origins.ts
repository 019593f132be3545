import { ConfigError } from "@cardseal/platform";
import { isLoopbackName } from "@cardseal/platform/network";

export interface FrameOrigins {
	/** The origin of web application and API. */
	own: string;
	/** Another origin: no script of `/app` reads the virtual terminal's card frame. */
	frames: string;
	/** `true` with FRAME_URL outside the sandbox: `frames` serves card frames only. */
	isExclusive: boolean;
}

/**
 * Defaults to this machine's other name in the sandbox, otherwise to the own origin.
 *
 * @throws ConfigError when FRAME_URL is not another host by the same protocol
 */
export function frameOriginsOf(
	publicUrl: string,
	{ frameUrl, sandbox }: { frameUrl: string | undefined; sandbox: boolean },
): FrameOrigins {
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

export function scriptOriginOf({ own, frames, isExclusive }: FrameOrigins): string {
	return isExclusive ? frames : own;
}

function otherLoopbackOrigin({ protocol, hostname, port }: URL): string | undefined {
	if (!isLoopbackName(hostname)) return undefined;
	const other = hostname === "localhost" ? "127.0.0.1" : "localhost";
	return new URL(`${protocol}//${other}${port === "" ? "" : `:${port}`}`).origin;
}
