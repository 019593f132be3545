import type { FailureCause } from "../wire/messages.ts";
import { helloMs, loadingMs, silenceMs } from "../wire/time-limits.ts";

/** `loaded` is a document in the frame, possibly another site's. */
export type Progress = "loaded" | "connected" | "ready" | FailureCause;

const maximumAttempts = 3;
/** A retry within seconds cannot fix them. */
const lasting: readonly FailureCause[] = ["csp", "origin", "key", "version"];

export interface AttemptsOptions {
	load: (report: (progress: Progress) => void) => () => void;
	isOnline: () => boolean;
	onReady: () => void;
	onFailed: (cause: FailureCause, isLasting: boolean) => void;
}

/**
 * Tries up to three times within `loadingMs`.
 *
 * @returns ends everything and removes the frame
 */
export function startAttempts({ load, isOnline, onReady, onFailed }: AttemptsOptions): () => void {
	/** None when the payer has seen the form: reloading would delete the input. */
	let left = maximumAttempts;
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

	function waitFor(milliseconds: number, cause: FailureCause): void {
		timer = setTimeout(() => fail(cause), milliseconds);
	}

	function fail(cause: FailureCause): void {
		latest = cause;
		const isLasting = lasting.includes(cause);
		if (left && !isLasting) {
			begin();
			return;
		}
		stop();
		onFailed(isLasting || isOnline() ? cause : "offline", isLasting);
	}

	function begin(): void {
		left--;
		const mine = {};
		current = mine;
		unload();
		waitFor(helloMs, "timeout");
		unload = load((progress) => {
			if (mine === current) take(progress);
		});
	}

	function take(progress: Progress): void {
		clearTimeout(timer);
		if (progress === "loaded") waitFor(silenceMs, "blocked");
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
