import { lockSessionOf, type StaffSession } from "@cardseal/identity";
import { isLiveStaff } from "@cardseal/identity/gateway";
import { type Merchant, notifyOwners } from "@cardseal/merchants";
import { createLiveTwin, hasLiveAccounts, moveProcessorAccounts } from "@cardseal/merchants/gateway";
import { type Clocks, Problem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import { isSandboxData } from "../sandbox/is-sandbox-data.ts";
import { listCurrenciesWithoutAccount } from "./currencies.store.ts";

export const requirements = ["production", "mail", "processor", "second_factor"] as const;

type Requirement = (typeof requirements)[number];

const refusals: Record<Requirement | "live", () => Problem> = {
	live: () => new Problem("already_live", "The account is live. Its live merchant is below /app/live."),
	production: () =>
		new Problem("sandbox_without_live_merchants", "A sandbox has no live merchants, since they move real money."),
	mail: () =>
		new Problem(
			"live_requirement_missing",
			"The gateway sends no mail, so owners would get no warnings. Its operator sets SMTP_URL first.",
		),
	processor: () =>
		new Problem(
			"live_requirement_missing",
			"Add an account at a processor to the settings first, and remove those that it refused or that are of its test system. Real cards are charged by them.",
		),
	second_factor: () =>
		new Problem("live_requirement_missing", "Set up a second factor first. Staff of live merchants need one."),
};

const currenciesUnconfirmed = (currencies: string[]) =>
	new Problem(
		"live_currencies_unconfirmed",
		`There is no processor account for ${currencies.join(", ")}, in which you have plans or subscriptions. Connect one, or confirm these currencies in without_account.`,
	);

export interface GoingLive {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	isSandbox: boolean;
	/** False without SMTP_URL. */
	sendsMail: boolean;
}

type LiveSession = Pick<StaffSession, "staff" | "sessionId" | "merchant" | "merchants">;

/** A live account lacks nothing. */
export async function findMissing(goingLive: GoingLive, session: LiveSession): Promise<Requirement[]> {
	if (isLiveStaff(session)) return [];
	if (await isSandboxHere(goingLive)) return ["production"];
	return missingOf(goingLive, session.staff, session.merchant);
}

/** None for a live account or a sandbox. */
export async function findCurrenciesWithoutAccount(goingLive: GoingLive, session: LiveSession): Promise<string[]> {
	if (isLiveStaff(session) || (await isSandboxHere(goingLive))) return [];
	return listCurrenciesWithoutAccount(goingLive.database, session.merchant.id);
}

/** Also for a sandbox's database without SANDBOX: the passwords of its demo merchants are known. */
async function isSandboxHere({ isSandbox, database, vault }: GoingLive): Promise<boolean> {
	return isSandbox || isSandboxData(database, vault);
}

async function missingOf(
	{ sendsMail, database }: Pick<GoingLive, "sendsMail" | "database">,
	{ hasSecondFactor }: { hasSecondFactor: boolean },
	{ id }: Pick<Merchant, "id">,
): Promise<Requirement[]> {
	const processor = await hasLiveAccounts(database, id);
	const met = { production: true, mail: sendsMail, processor, second_factor: hasSecondFactor };
	return requirements.filter((one) => !met[one]);
}

/**
 * Once: creates a live merchant with the demo merchant's business settings and processor accounts. Every owner is
 * notified.
 *
 * @param withoutAccount the currencies of prices that are confirmed to have no account
 * @throws Problem 401 when the session has ended, 409 when a requirement or confirmation is missing or the account is
 * live
 */
export async function goLive(
	goingLive: GoingLive,
	{
		session,
		caller,
		withoutAccount = [],
	}: { session: LiveSession; caller: Caller; withoutAccount?: readonly string[] },
): Promise<Merchant> {
	if (isLiveStaff(session)) throw refusals.live();
	if (await isSandboxHere(goingLive)) throw refusals.production();
	const { database, vault, clocks } = goingLive;
	const demo = session.merchant;
	return database.transaction().execute(async (transaction: Database) => {
		const { hasSecondFactor } = await lockSessionOf(transaction, session);
		const live = await createLiveTwin(transaction, clocks, demo, caller);
		if (live === undefined) throw refusals.live();
		const unpaid = await listCurrenciesWithoutAccount(transaction, demo.id);
		await moveProcessorAccounts(transaction, vault, { from: demo.id, to: live.id });
		const [missing] = await missingOf({ ...goingLive, database: transaction }, { hasSecondFactor }, live);
		if (missing !== undefined) throw refusals[missing]();
		const unconfirmed = unpaid.filter((currency) => !withoutAccount.includes(currency));
		if (unconfirmed.length > 0) throw currenciesUnconfirmed(unconfirmed);
		const about = { object: live.publicId, merchantId: live.id, caller };
		await recordEvent(transaction, clocks, { ...about, type: "merchant.went_live", details: { twin: demo.publicId } });
		const mail = { merchantId: live.id, details: { about: live.name }, caller, now: clocks.business.now() };
		await notifyOwners(transaction, { kind: "owner_notice", event: "merchant.went_live", ...mail });
		return live;
	});
}
