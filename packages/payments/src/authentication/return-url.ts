import { isAllowedOrigin } from "@cardseal/merchants";
import { fieldProblem } from "@cardseal/platform";
import type { Payments } from "../payments.ts";

/**
 * Payers are sent to registered pages only (open redirect).
 *
 * @throws Problem 400
 */
export async function requireReturnUrl(
	{ database }: Pick<Payments, "database">,
	merchantId: number,
	url: string,
): Promise<void> {
	const page = URL.canParse(url) ? new URL(url) : undefined;
	const isPlain = page !== undefined && page.username === "" && page.password === "" && /^https?:$/.test(page.protocol);
	if (isPlain && (await isAllowedOrigin(database, merchantId, page.origin))) return;
	throw fieldProblem([
		{
			field: "return_url",
			reason: "return_url_not_registered",
			message:
				"Send the address of a page on one of your registered origins. Register the origin in the settings first.",
		},
	]);
}

/** The outcome is read at the gateway: an address proves nothing. */
export function withTransactionId(returnUrl: string, transactionId: string): string {
	const url = new URL(returnUrl);
	url.searchParams.set("transaction_id", transactionId);
	return url.href;
}
