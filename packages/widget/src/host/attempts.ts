import type { FailureCause } from "../wire/messages.ts";
import { helloMs, loadingMs, silenceMs } from "../wire/time-limits.ts";

/** `loaded` is a document in the frame, possibly another site's. */
export type Progress = "loaded" | "connected" | "ready" | FailureCause;

/** Before the payer sees an error. */
const maximumAttempts = 3;
/** A retry within seconds cannot fix them. */
const lasting: readonly FailureCause[] = ["csp", "origin", "key", "version"];

export interface AttemptsOptions {
	load: (report: (progress: Progress) => void) => () => void;
	isOnline: () => boolean;
	onReady: () => void;
	/** `isLasting` when the page or its settings must change. */
	onFailed: (cause: FailureCause, isLasting: boolean) => void;
}

/**
 * Up to three times within `loadingMs`.
 *
 * @returns ends everything and removes the frame
 */
export function startAttempts({ load, isOnline, onReady, onFailed }: AttemptsOptions): () => void {
	/** None when time is up or the payer has seen the form: reloading would delete the input. */
	let left = maximumAttempts;
	/** Ignores reports of earlier attempts. */
	let current: object | undefined;
	let unload: () => void = () => {};
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** Reported when time is up. */
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
		// From here on, only requests of the frame can be late.
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
