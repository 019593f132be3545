import type { CardFormPlace } from "@cardseal/payers/gateway";
import { type FrameOrigins, scriptOriginOf } from "./frame-origins.ts";

const scriptPath = "/v1/cardseal.js";

/** For the gateway's own pages with a card form. Nobody may frame them (clickjacking). */
export function cardFormPlaceOf(origins: FrameOrigins): CardFormPlace {
	const script = `${scriptOriginOf(origins)}${scriptPath}`;
	const policy = [
		"default-src 'none'",
		`script-src ${script}`,
		"style-src 'self'",
		"img-src 'self'",
		`frame-src ${origins.frames}`,
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
	].join("; ");
	return { frames: origins.frames, script, policy };
}
