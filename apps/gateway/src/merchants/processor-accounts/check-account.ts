import { AccountRefused } from "@cardseal/vault";
import { outsideDeadline } from "../../db/request-deadline.ts";
import { redact } from "../../log/redact.ts";
import { Problem } from "../../problem.ts";
import { withoutInvisible } from "../../text.ts";
import { withinTime } from "../../time-limit.ts";

/** Characters of a processor's reason that are shown. */
const longestReason = 300;

/**
 * Waits for a processor's check of an account.
 *
 * @throws Problem 400 with the processor's reason; 503 when it does not answer
 */
export async function checkAccount(
	{ processor, timeoutMs }: { processor: string; timeoutMs: number },
	check: () => Promise<void>,
): Promise<void> {
	let isAnswered: true | undefined;
	try {
		isAnswered = await outsideDeadline(() =>
			withinTime(
				timeoutMs,
				check().then(() => true as const),
			),
		);
	} catch (error) {
		if (error instanceof AccountRefused) throw accountRefused(processor, error.message);
		throw unreachable(processor, error);
	}
	if (isAnswered === undefined) throw unreachable(processor);
}

function accountRefused(processor: string, reason: string): Problem {
	const shown = redact(withoutInvisible(reason)).slice(0, longestReason);
	return new Problem("processor_account_refused", `${processor} refused the account: ${shown}`);
}

function unreachable(processor: string, cause?: unknown): Problem {
	const message = `${processor} could not be reached, so the account was not checked. Try again in a minute.`;
	return new Problem("processor_unreachable", message, { cause });
}
