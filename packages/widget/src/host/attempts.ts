import type { FailureCause } from "../wire/messages.ts";
import { helloMs, loadingMs, silenceMs } from "../wire/time-limits.ts";

/** `loaded`: any document, possibly another site's. */
export type Progress = "loaded" | "connected" | "ready" | FailureCause;

const lasting = /csp|origin|key|version/;

/**
 * Tries up to three times within `loadingMs`.
 *
 * @param load returns what removes the frame
 * @returns ends everything and removes the frame
 */
export function startAttempts(
	load: (report: (progress: Progress) => void) => () => void,
	onReady: () => void,
	onFailed: (cause: FailureCause) => void,
): () => void {
	/** Reloading would delete the payer's input. */
	let left = 3;
	let current: object | undefined;
	let unload: () => void = () => {};
	let timer: ReturnType<typeof setTimeout> | undefined;
	let latest: FailureCause = "timeout";
	const deadline = setTimeout(() => {
		left = 0;
		fail(latest);
	}, loadingMs);

	function stop(): void {
		current = undefined;
		clearTimeout(timer);
		clearTimeout(deadline);
		unload();
	}

	function fail(cause: FailureCause): void {
		latest = cause;
		const isLasting = lasting.test(cause);
		if (left && !isLasting) {
			begin();
			return;
		}
		stop();
		onFailed(isLasting || navigator.onLine ? cause : "offline");
	}

	function begin(): void {
		left--;
		const mine = {};
		current = mine;
		unload();
		timer = setTimeout(() => fail("timeout"), helloMs);
		unload = load((progress) => {
			if (mine === current) take(progress);
		});
	}

	function take(progress: Progress): void {
		clearTimeout(timer);
		if (progress === "loaded") timer = setTimeout(() => fail("blocked"), silenceMs);
		else if (progress === "connected") latest = "session";
		else if (progress === "ready") {
			clearTimeout(deadline);
			left = 0;
			onReady();
		} else fail(progress);
	}

	begin();
	return stop;
}
