import { getCustomer } from "@cardseal/customers";
import { type Access, defaultCurrency, requireCurrency } from "@cardseal/merchants";
import { requireReturnUrl } from "@cardseal/payments";
import { fieldProblem, getFound, newLookupId, Problem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import { claimKey, type KeyedRequest, storeResponse } from "@cardseal/platform/idempotency";
import { mergeMetadata } from "@cardseal/platform/metadata";
import { findPlan } from "@cardseal/subscriptions";
import type { BankPayers } from "../payers.ts";
import { linkMethods } from "../tables.ts";
import type { LinkRequest } from "./link-request.ts";
import { insertLink } from "./links.store.ts";

/** The currency of wallets. */
const eftCurrency = "CAD";

const day = 24 * 3_600_000;
const defaultDays = 30;
const longestDays = 365;

export interface CreateLinkCommand {
	access: Pick<Access, "merchant" | "userId">;
	request: LinkRequest;
	keyed: KeyedRequest | undefined;
	caller: Caller;
}

/** Responses show the link's current state. */
export interface CreatedLink {
	status: 200;
	body: { lookup_id: string };
}

/**
 * @throws Problem 400, 404 for an unknown customer or plan, 409 for a merchant without a processor or a bank
 */
export async function createLink(
	{ payments, transfers }: BankPayers,
	{ access: { merchant, userId }, request, keyed, caller }: CreateLinkCommand,
): Promise<CreatedLink> {
	const { database, clocks } = payments;
	const now = clocks.business.now();
	const { plan_lookup_id: lookupId = null } = request;
	const findWanted = () => findPlan(database, { merchantId: merchant.id, lookupId: lookupId ?? "" });
	const plan = lookupId === null ? undefined : await getFound("plan", lookupId, findWanted);
	const currency = plan?.currency ?? request.currency ?? defaultCurrency;
	requireCurrency(merchant, currency);
	const expiresAt = request.expires_at ?? now + defaultDays * day;
	if (expiresAt <= now || expiresAt > now + longestDays * day) {
		const message = `Send a time in the future, at most ${longestDays} days ahead, in milliseconds since 1970.`;
		throw fieldProblem([{ field: "expires_at", reason: "field_invalid", message }]);
	}
	const { return_url: returnUrl = null, customer_lookup_id: customerLookupId = null } = request;
	if (returnUrl !== null) await requireReturnUrl(payments, merchant.id, returnUrl);
	const customer = customerLookupId === null ? undefined : await getCustomer(database, merchant, customerLookupId);
	const methods = linkMethods.filter((method) => (request.methods ?? ["card"]).includes(method));
	if (methods.includes("bank")) {
		if (currency !== eftCurrency) throw notByBank();
		transfers.rails.railFor(merchant);
	}
	if (methods.includes("card")) {
		await payments.processorFor(merchant, currency).catch((error: unknown) => {
			throw error instanceof Problem && error.reason === "no_processor" ? noProcessor(currency) : error;
		});
	}
	return database.transaction().execute(async (transaction) => {
		await claimKey(transaction, keyed);
		const link = await insertLink(transaction, {
			lookup_id: newLookupId(),
			merchant_id: merchant.id,
			user_id: userId,
			operation: request.operation === "authorize" ? "authorization" : "sale",
			amount_cents:
				plan === undefined ? (request.amount ?? 0) : plan.amount_cents * plan.quantity + plan.setup_fee_cents,
			amount_tax_cents: request.amount_tax ?? null,
			amount_tip_cents: request.amount_tip ?? null,
			currency,
			description: request.description,
			invoice_id: request.invoice_id ?? null,
			email: request.email ?? customer?.email ?? null,
			language: request.language ?? null,
			store_card: request.store_card ?? "never",
			customer_lookup_id: customerLookupId,
			methods,
			plan_lookup_id: plan?.lookup_id ?? null,
			return_url: returnUrl,
			metadata: mergeMetadata(null, request.metadata),
			created_at: now,
			expires_at: expiresAt,
		});
		await recordEvent(transaction, clocks, {
			type: "payment_link.created",
			object: link.lookup_id,
			details: { amount_cents: link.amount_cents },
			merchantId: merchant.id,
			caller,
		});
		return storeResponse(transaction, keyed, { status: 200, body: { lookup_id: link.lookup_id } });
	});
}

function notByBank(): Problem {
	return new Problem(
		"bank_currency_differs",
		`Payments from bank accounts are in ${eftCurrency}. Leave bank out of methods, or send that currency.`,
	);
}

function noProcessor(currency: string): Problem {
	return new Problem(
		"link_cannot_be_paid",
		`No processor account for ${currency} is connected, so nobody could pay. Connect one in the settings first.`,
	);
}
