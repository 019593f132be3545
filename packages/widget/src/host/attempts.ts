import type { FailureCause } from "../wire/messages.ts";
import { helloMs, loadingMs, silenceMs } from "../wire/time-limits.ts";

/** What happens while a frame is loaded, and what came of it. */
export type Progress =
	/** A document has been loaded into the frame, whoever's. */
	{ type: "loaded" } | { type: "connected" } | { type: "ready" } | { type: "failed"; cause: FailureCause };

/** The frame is loaded once more, or twice, before the payer is told anything. */
const maximumAttempts = 3;
/** Failures that a second try within seconds cannot mend. */
const lasting: readonly FailureCause[] = ["csp", "origin", "key", "version"];

export interface AttemptsOptions {
	/** Loads the frame anew and reports what happens with it; returns what takes it away again. */
	load: (report: (progress: Progress) => void) => () => void;
	isOnline: () => boolean;
	onReady: () => void;
	/** The last attempt has failed. */
	onFailed: (cause: FailureCause) => void;
}

/**
 * Loads the frame until it is ready, up to three times within eight seconds.
 *
 * @returns ends it all, and takes the frame away
 */
export function startAttempts({ load, isOnline, onReady, onFailed }: AttemptsOptions): () => void {
	let attempt = 0;
	let unload: () => void = () => {};
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** Time is up, or the payer has seen the form: to load it anew would take away what was typed. */
	let isFinal = false;
	/** What is to be told when time is up: the gateway's silence is another matter than the frame's. */
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
		onFailed(isLasting || isOnline() ? cause : "offline");
	}

	function begin(): void {
		const mine = ++attempt;
		unload();
		waitFor(helloMs, "timeout");
		unload = load((progress) => {
			// What a frame reports that was taken away counts no more.
			if (mine === attempt) take(progress);
		});
	}

	function take(progress: Progress): void {
		switch (progress.type) {
			case "failed":
				fail(progress.cause);
				break;
			case "loaded":
				waitFor(silenceMs, "blocked");
				break;
			case "connected":
				// All that a frame still needs is its session.
				latest = "session";
				clearTimeout(timer);
				break;
			case "ready":
				clearTimeout(timer);
				clearTimeout(deadline);
				isFinal = true;
				onReady();
		}
	}

	begin();
	return stop;
}
