import { randomBytes } from "node:crypto";
import { type AuthenticationStatus, authenticationStatuses } from "@cardseal/vault";
import { z } from "zod";
import type { Transaction } from "../example/answers.ts";
import type { PayersEnd } from "../simulator.ts";

const browserSchema = z.object({
	accept: z.string(),
	user_agent: z.string(),
	language: z.string(),
	color_depth: z.int(),
	screen: z.tuple([z.int(), z.int()]),
	time_zone_offset: z.int(),
});

/** Of `PUT /v1/transactions/{reference}`. */
export const authenticationSchema = z.discriminatedUnion("when", [
	z.object({ when: z.enum(["if_asked", "always"]), return_url: z.url(), browser: browserSchema.nullable() }),
	z.object({
		when: z.literal("made"),
		version: z.string(),
		eci: z.string(),
		status: z.enum(authenticationStatuses),
		cavv: z.string().nullable(),
		directory_server_id: z.string().nullable(),
	}),
]);

type AskedAuthentication = z.infer<typeof authenticationSchema>;

type BankResult = NonNullable<Transaction["authentication"]>;

/** Cards of the acquirer's test system, whose banks know 3-D Secure. */
export const bankCards = { challenged: "4000000000001091", frictionless: "4000000000001000" } as const;

/** What the card's bank does with a charge: asks the payer, declines it without its payer, or tells a result. */
export function bankStep(
	number: string,
	asked: AskedAuthentication | undefined,
	isPayerThere: boolean,
): "challenge" | "required" | BankResult | null {
	const isChallenged = number === bankCards.challenged;
	if (asked === undefined) return isChallenged && isPayerThere ? "required" : null;
	if (asked.when === "made") return resultOf(asked.status);
	if (isChallenged) return "challenge";
	return asked.when === "always" || number === bankCards.frictionless ? resultOf("Y") : null;
}

function resultOf(status: AuthenticationStatus): BankResult {
	const isShifted = status === "Y" || status === "A";
	return { status, version: "2.2.0", eci: isShifted ? "05" : "07", liability_shift: isShifted };
}

const statuses: Record<PayersEnd, AuthenticationStatus> = { right: "Y", wrong: "N", attempted: "A", unavailable: "U" };

/** The banks' own books: who came, and how it ended. */
export function openBank() {
	const visits = new Map<string, { transactionId: string; status: AuthenticationStatus }>();
	return {
		/** Returns what the payer's browser brings back. */
		visit(transactionId: string, end: PayersEnd): string {
			const result = randomBytes(16).toString("hex");
			visits.set(result, { transactionId, status: statuses[end] });
			return result;
		},
		/** Returns `undefined` for a result that no bank gave about this transaction. */
		resultFor(transactionId: string, result: string): BankResult | undefined {
			const visit = visits.get(result);
			return visit?.transactionId === transactionId ? resultOf(visit.status) : undefined;
		},
	};
}
