import { sessionPath } from "../wire/addresses.ts";
import type { FailureCause } from "../wire/messages.ts";
import type { PageData } from "../wire/page-data.ts";
import { sessionMs } from "../wire/time-limits.ts";

export interface Session {
	id: string;
	/** ms since 1970 by the gateway: the payer's clock may be wrong. */
	now(): number;
	/** True when it may expire before its token arrives. */
	isOld(): boolean;
}

export async function startSession(page: PageData): Promise<Session | FailureCause> {
	const { publicKey: public_key, origin, receiptLanguage: language, ticket } = page;
	try {
		const response = await fetch(sessionPath, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ public_key, origin, language, ticket, browser: browserData() }),
			signal: AbortSignal.timeout(sessionMs),
		});
		if (response.status === 403) return "origin";
		if (response.status === 404) return "key";
		return response.ok ? readSession(await response.json()) : "session";
	} catch {
		return navigator.onLine === false ? "offline" : "session";
	}
}

function browserData() {
	return {
		language: navigator.language,
		color_depth: screen.colorDepth,
		screen_width: screen.width,
		screen_height: screen.height,
		time_zone_offset: new Date().getTimezoneOffset(),
		java_enabled: false,
	};
}

function readSession(answer: unknown): Session | FailureCause {
	const { session_id: id, server_time, expires_at } = answer as Record<string, unknown>;
	if (typeof id !== "string" || typeof server_time !== "number" || typeof expires_at !== "number") return "session";
	const steadyStart = performance.now();
	const wallStart = Date.now();
	return {
		id,
		now: () => Math.round(server_time + performance.now() - steadyStart),
		// The monotonic clock stops while some computers sleep.
		isOld: () => Math.max(performance.now() - steadyStart, Date.now() - wallStart) > (expires_at - server_time) / 2,
	};
}
