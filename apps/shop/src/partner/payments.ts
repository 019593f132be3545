import { z } from "zod";

/** What the partner reads in the merchant's name. */
export interface LatestPayment {
	readonly amount: number;
	readonly currency: string;
	readonly result: string;
	/** ms since 1970 */
	readonly at: number;
}

const answerSchema = z.object({
	entities: z.array(
		z.object({
			amount: z.number(),
			currency: z.string(),
			transaction_result: z.string(),
			transaction_time: z.number(),
		}),
	),
});

const shown = 5;
const timeLimitMs = 15_000;

/** The merchant's latest payments; "unauthorized" when the access token is not good any more. */
export async function readLatestPayments(
	baseUrl: string,
	accessToken: string,
): Promise<readonly LatestPayment[] | "unauthorized"> {
	const answer = await fetch(`${baseUrl}/transaction-service/transaction?limit=${shown}`, {
		headers: { Authorization: `Bearer ${accessToken}` },
		signal: AbortSignal.timeout(timeLimitMs),
	});
	if (answer.status === 401) return "unauthorized";
	if (!answer.ok) throw new Error(`The gateway answered ${answer.status}.`);
	const { entities } = answerSchema.parse(await answer.json());
	return entities.map(({ amount, currency, transaction_result, transaction_time }) => ({
		amount,
		currency,
		result: transaction_result,
		at: transaction_time,
	}));
}
