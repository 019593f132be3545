import type { FailureCause } from "../wire/messages.ts";
import { helloMs, loadingMs, silenceMs } from "../wire/time-limits.ts";

/** The progress and result of loading a frame: `loaded` is a document in it, possibly another site's; or a failure. */
export type Progress = "loaded" | "connected" | "ready" | FailureCause;

/** Further attempts before the payer sees an error. */
const maximumAttempts = 3;
/** Failures that a retry within seconds cannot fix. */
const lasting: readonly FailureCause[] = ["csp", "origin", "key", "version"];

export interface AttemptsOptions {
	load: (report: (progress: Progress) => void) => () => void;
	isOnline: () => boolean;
	onReady: () => void;
	/** `isLasting` when the page or its settings must change. */
	onFailed: (cause: FailureCause, isLasting: boolean) => void;
}

/**
 * Loads the frame until it is ready, up to three times within `loadingMs`.
 *
 * @returns ends everything and removes the frame
 */
export function startAttempts({ load, isOnline, onReady, onFailed }: AttemptsOptions): () => void {
	/** Attempts left; none when time is up or the payer has seen the form: reloading would delete the input. */
	let left = maximumAttempts;
	/** Reports of earlier attempts are ignored. */
	let current: object | undefined;
	let unload: () => void = () => {};
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** The error to report when time is up: a silent gateway differs from a silent frame. */
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
		// After this, only requests of the frame can be late.
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
