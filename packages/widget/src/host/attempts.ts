import type { FailureCause } from "../wire/messages.ts";

/** What happens while a frame is loaded, and what came of it. */
export type Progress =
	/** A document has been loaded into the frame, whoever's. */
	{ type: "loaded" } | { type: "connected" } | { type: "ready" } | { type: "failed"; cause: FailureCause };

/** The frame is loaded once more, or twice, before the payer is told anything. */
const maximumAttempts = 3;
/** The payer is told within this time, in ms. */
const totalTime = 7_500;
/** How long a frame may take to say hello, and how long it may stay silent after it was loaded. */
const helloTime = 2_400;
const silenceTime = 1_000;

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
	const deadline = setTimeout(() => {
		isFinal = true;
		fail("timeout");
	}, totalTime);

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
		if (!isFinal && attempt < maximumAttempts && !lasting.includes(cause)) {
			begin();
			return;
		}
		stop();
		onFailed(isOnline() || lasting.includes(cause) ? cause : "offline");
	}

	function begin(): void {
		const mine = ++attempt;
		unload();
		waitFor(helloTime, "timeout");
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
				waitFor(silenceTime, "blocked");
				break;
			case "connected":
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
