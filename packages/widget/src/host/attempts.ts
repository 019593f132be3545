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
 * Loads the frame until it is ready, up to three times within eight seconds.
 *
 * @returns ends everything and removes the frame
 */
export function startAttempts({ load, isOnline, onReady, onFailed }: AttemptsOptions): () => void {
	let attempt = 0;
	let unload: () => void = () => {};
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** Set when time is up or the payer has seen the form: reloading would delete the input. */
	let isFinal = false;
	/** The error to report when time is up: a silent gateway differs from a silent frame. */
	let latest: FailureCause = "timeout";
	const deadline = setTimeout(() => {
		isFinal = true;
		fail(latest);
	}, loadingMs);

	function stop(): void {
		attempt = Number.POSITIVE_INFINITY;
		clearTimeout(timer);
		clearTimeout(deadline);
		unload();
	}

	function waitFor(milliseconds: number, cause: FailureCause): void {
		clearTimeout(timer);
		timer = setTimeout(() => fail(cause), milliseconds);
	}

	function fail(cause: FailureCause): void {
		latest = cause;
		const isLasting = lasting.includes(cause);
		if (!isFinal && attempt < maximumAttempts && !isLasting) {
			begin();
			return;
		}
		stop();
		onFailed(isLasting || isOnline() ? cause : "offline", isLasting);
	}

	function begin(): void {
		const mine = ++attempt;
		unload();
		waitFor(helloMs, "timeout");
		unload = load((progress) => {
			// Reports of a removed frame are ignored.
			if (mine === attempt) take(progress);
		});
	}

	function take(progress: Progress): void {
		if (progress === "loaded") waitFor(silenceMs, "blocked");
		else if (progress === "connected") {
			// From here on, only requests of the frame can be late.
			latest = "session";
			clearTimeout(timer);
		} else if (progress === "ready") {
			clearTimeout(timer);
			clearTimeout(deadline);
			isFinal = true;
			onReady();
		} else fail(progress);
	}

	begin();
	return stop;
}
