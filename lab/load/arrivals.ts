import { Agent } from "undici";

/** A request of a load. */
export interface LoadRequest {
	path: string;
	headers: Record<string, string>;
	body: string;
}

/** The result of a constant rate of requests. */
export interface ArrivalResult {
	/** Requests a second that were due. */
	rate: number;
	/** Answers a second. */
	answered: number;
	/** Answers with another status than 2xx, and requests without an answer. */
	errors: number;
	/** Ms from the time at which a request was due, so a request that could not be sent in time counts in full. */
	p50: number;
	p99: number;
	p999: number;
}

/** More requests in flight are not sent: the server is far behind. */
const maximumInFlight = 2_000;

/**
 * Sends requests at a constant rate, whether or not earlier ones were answered. A closed loop would send less while the server is
 * slow, and so miss its slowest answers ("coordinated omission").
 */
export async function arrive(
	origin: string,
	{ rate, seconds, next }: { rate: number; seconds: number; next: () => LoadRequest },
): Promise<ArrivalResult> {
	const agent = new Agent({ connections: 512, pipelining: 1 });
	const total = Math.round(rate * seconds);
	const delays: number[] = [];
	let [errors, inFlight] = [0, 0];
	const beginning = performance.now();

	async function send(dueAt: number): Promise<void> {
		inFlight++;
		try {
			const { path, headers, body } = next();
			const answer = await agent.request({ origin, path, method: "POST", headers, body });
			await answer.body.dump();
			if (answer.statusCode >= 300) errors++;
		} catch {
			errors++;
		}
		inFlight--;
		delays.push(performance.now() - dueAt);
	}

	const sent: Promise<void>[] = [];
	while (sent.length < total && inFlight < maximumInFlight) {
		// The first is due at once.
		const due = Math.min(total, Math.floor(((performance.now() - beginning) / 1_000) * rate) + 1);
		while (sent.length < due) sent.push(send(beginning + (sent.length / rate) * 1_000));
		await new Promise((resolve) => setTimeout(resolve, 1));
	}
	await Promise.all(sent);
	const answered = delays.length / ((performance.now() - beginning) / 1_000);
	await agent.close();
	delays.sort((one, other) => one - other);
	const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN;
	return { rate, answered, errors, p50: at(0.5), p99: at(0.99), p999: at(0.999) };
}
