import { Refused, type Switches } from "./rules.ts";

interface Stored {
	request: string;
	/** `undefined` while the first request runs. */
	answer: { status: number; text: string } | undefined;
}

/** A stored answer, of whatever status. */
export class Replayed extends Error {
	readonly status: number;
	readonly text: string;
	constructor({ status, text }: { status: number; text: string }) {
		super("replayed");
		this.status = status;
		this.text = text;
	}
}

/** https://docs.stripe.com/api/idempotent_requests; answers are kept for at least 24 h. */
export function createIdempotency(switches: Switches) {
	const stored = new Map<string, Stored>();

	function checkEarlier(key: string, request: string): void {
		const earlier = stored.get(key);
		if (earlier === undefined) return;
		if (earlier.request !== request) {
			const message =
				"Keys for idempotent requests can only be used with the same parameters they were first used with.";
			throw new Refused(400, { type: "idempotency_error", message });
		}
		if (earlier.answer !== undefined) throw new Replayed(earlier.answer);
		const message = "There is currently another in-progress request using this Idempotent Key.";
		throw new Refused(409, { type: "idempotency_error", code: "idempotency_key_in_use", message });
	}

	return {
		/** The first answer is kept, also an error of a request that had started, and no error of its parameters. */
		async once(key: string, request: string, start: () => Promise<object>): Promise<object> {
			if (key.length > 255) throw new Refused(400, { message: "Idempotency keys are up to 255 characters." });
			checkEarlier(key, request);
			const entry: Stored = { request, answer: undefined };
			stored.set(key, entry);
			try {
				const body = await start();
				entry.answer = { status: 200, text: JSON.stringify(body) };
				if (!switches.crashesNext) return body;
				switches.crashesNext = false;
				throw new Refused(500, { type: "api_error", message: "An unknown error occurred." }, true);
			} catch (error) {
				const isStored = error instanceof Refused && error.isStored;
				if (isStored) entry.answer = { status: error.status, text: JSON.stringify({ error: error.body }) };
				else stored.delete(key);
				throw error;
			}
		},
	};
}
