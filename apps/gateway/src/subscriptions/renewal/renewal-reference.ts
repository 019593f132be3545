import { lookupIdOf } from "../../ids.ts";
import type { RenewalStep } from "../lifecycle.ts";

/**
 * Returns the transaction_id of an attempt, which is its reference at the processor. It follows from subscription, period and attempt
 * alone: after a restored backup, a second try has the same one, and the processor does not charge twice. Pure.
 */
export function renewalReference(
	subscriptionLookupId: string,
	{ period, attempt }: Omit<RenewalStep, "amountCents">,
): string {
	return lookupIdOf(`renewal|${subscriptionLookupId}|${period}|${attempt}`);
}
