import { type Clock, Problem, tooManyRequests, withinTime, withoutInvisible } from "@cardseal/platform";
import { type Database, outsideDeadline } from "@cardseal/platform/db";
import { redact } from "@cardseal/platform/log";
import { AccountRefused } from "@cardseal/vault";
import { countCheck } from "./processor-accounts.store.ts";

const longestReason = 300;

interface Checking {
	database: Database;
	clocks: { real: Clock };
	processorTimeoutMs: number;
}

/** @throws Problem 429 above the limit of checks; 400 with the processor's reason; 503 when it does not answer */
export async function checkAccount<Result>(
	{ database, clocks, processorTimeoutMs }: Checking,
	{ processor, merchantId }: { processor: string; merchantId: number },
	check: () => Promise<Result>,
): Promise<Result> {
	const waitMs = await countCheck(database, { merchantId, now: clocks.real.now() });
	if (waitMs !== undefined) throw tooManyRequests("Accounts at processors were checked too often.", waitMs);
	let answer: { result: Result } | undefined;
	try {
		answer = await outsideDeadline(() =>
			withinTime(
				processorTimeoutMs,
				check().then((result) => ({ result })),
			),
		);
	} catch (error) {
		if (error instanceof AccountRefused) throw accountRefused(processor, error.message);
		throw unreachable(processor, error);
	}
	if (answer === undefined) throw unreachable(processor);
	return answer.result;
}

function accountRefused(processor: string, reason: string): Problem {
	const shown = redact(withoutInvisible(reason)).slice(0, longestReason);
	return new Problem("processor_account_refused", `${processor} refused the account: ${shown}`);
}

function unreachable(processor: string, cause?: unknown): Problem {
	const message = `${processor} could not be reached, so the account was not checked. Try again in a minute.`;
	return new Problem("processor_unreachable", message, { cause });
}
