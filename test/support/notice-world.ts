import type { Selectable } from "kysely";
import type { MailOutboxTable, Subscription } from "../../apps/gateway/src/db/schema.ts";
import { newLookupId } from "../../apps/gateway/src/ids.ts";
import { createLog } from "../../apps/gateway/src/log.ts";
import type { Mail } from "../../apps/gateway/src/mail/mail.ts";
import { sendDueMail } from "../../apps/gateway/src/mail/send-due.ts";
import { cardExpiryWork } from "../../apps/gateway/src/notices/card-expiry.ts";
import {
	readDueCardExpiring,
	readDuePaymentFailed,
	readDueSuspended,
} from "../../apps/gateway/src/notices/due-notices.ts";
import { type QueuedNotice, queueNotices } from "../../apps/gateway/src/notices/queue-notices.ts";
import type { NoticeSettings } from "../../apps/gateway/src/settings/settings.ts";
import { type AllTables, openTestTables } from "./tables.ts";

export const day = 24 * 3_600_000;
export const startedAt = Date.UTC(2026, 6, 1, 12);
export const timeZone = "America/Toronto";

/** As billing leaves a subscription whose first payment was declined for now. */
export const inRetry = {
	status: "RETRY",
	open_period: 0,
	next_period: 1,
	failed_attempts: 1,
	next_run: startedAt + day,
} as const;

/** As billing leaves one whose first payment was declined for good. */
export const suspended = {
	status: "SUSPENDED",
	open_period: 0,
	next_period: 1,
	failed_attempts: 1,
	next_run: null,
	suspended_reason: "declined",
} as const;

/** A stored card with its owner. */
export type OwnedCard = Awaited<ReturnType<NoticeWorld["makeCard"]>>;

/** A merchant whose customers have subscriptions, on a database of its own: what notices are written from. */
export class NoticeWorld {
	readonly database: AllTables;
	readonly merchantId: number;
	/** The business clock. */
	now = startedAt;
	/** What sending has logged. */
	logLines: string[] = [];
	readonly #planId: number;
	readonly drop: () => Promise<void>;

	private constructor(database: AllTables, drop: () => Promise<void>, merchantId: number, planId: number) {
		this.database = database;
		this.drop = drop;
		this.merchantId = merchantId;
		this.#planId = planId;
	}

	static async open(): Promise<NoticeWorld> {
		const { database, drop } = await openTestTables();
		const merchant = await database
			.insertInto("merchants")
			.values({ merchant_id: "m", name: "Maple & Main", mode: "live", time_zone: timeZone, created_at: startedAt })
			.returning("id")
			.executeTakeFirstOrThrow();
		const plan = await database
			.insertInto("plans")
			.values({
				...terms,
				lookup_id: newLookupId(),
				merchant_id: merchant.id,
				number_of_payments: null,
				created_at: startedAt,
			})
			.returning("id")
			.executeTakeFirstOrThrow();
		return new NoticeWorld(database, drop, merchant.id, plan.id);
	}

	/** Takes everything away but the merchant and its plan, and has all notices sent. */
	async clear(): Promise<void> {
		const emptied = [
			"mail_outbox",
			"mail_counts",
			"billing_attempts",
			"transactions",
			"subscriptions",
			"cards",
		] as const;
		for (const table of emptied) await this.database.deleteFrom(table).execute();
		await this.setMerchant({
			sends_payment_failed_notices: true,
			sends_suspended_notices: true,
			sends_card_expiring_notices: true,
			receipt_reply_to: null,
		});
		this.now = startedAt;
		this.logLines = [];
	}

	async setMerchant(settings: Partial<NoticeSettings> & { receipt_reply_to?: string | null }): Promise<void> {
		await this.database.updateTable("merchants").set(settings).execute();
	}

	/** A customer with a card. `expiry` is MM/YY. */
	async makeCard({ expiry = "08/26", email = `${newLookupId()}@example.com` } = {}) {
		const customer = await this.database
			.insertInto("customers")
			.values({ lookup_id: newLookupId(), merchant_id: this.merchantId, email, created_at: startedAt })
			.returning("id")
			.executeTakeFirstOrThrow();
		const [expiry_month = "", expiry_year = ""] = expiry.split("/");
		const card = {
			lookup_id: newLookupId(),
			merchant_id: this.merchantId,
			customer_id: customer.id,
			card_type: "Visa",
			card_prefix: "4111",
			card_suffix: "8431",
			expiry_month,
			expiry_year,
			is_default: true,
			created_at: startedAt,
		} as const;
		await this.database.insertInto("cards").values(card).execute();
		return card;
	}

	/** A subscription that bills a card: ACTIVE, with a payment to come in a month. Returns its id. */
	async subscribe(
		card: Pick<OwnedCard, "customer_id" | "lookup_id">,
		changes: Partial<Subscription> = {},
	): Promise<number> {
		const { id } = await this.database
			.insertInto("subscriptions")
			.values({
				...terms,
				lookup_id: newLookupId(),
				merchant_id: this.merchantId,
				customer_id: card.customer_id,
				plan_id: this.#planId,
				card_lookup_id: card.lookup_id,
				time_zone: timeZone,
				status: "ACTIVE",
				start_date: startedAt,
				next_run: startedAt + 31 * day,
				created_at: startedAt,
				...changes,
			})
			.returning("id")
			.executeTakeFirstOrThrow();
		return id;
	}

	/** Queues a notice on a subscription's first period. */
	queue(kind: QueuedNotice["kind"], subscriptionId: number, attempt = 1): Promise<void> {
		return queueNotices(this.database, [{ kind, subscriptionId, period: 0, attempt }]);
	}

	/** What waits to be sent, or was given up. */
	outbox(): Promise<Selectable<MailOutboxTable>[]> {
		return this.database.selectFrom("mail_outbox").selectAll().execute();
	}

	/** Sends what the outbox has, and returns it. */
	async send(): Promise<Mail[]> {
		const mails: Mail[] = [];
		await sendDueMail({
			database: this.database,
			readers: {
				receipt: async () => [],
				receipt_again: async () => [],
				payment_failed: readDuePaymentFailed,
				subscription_suspended: readDueSuspended,
				card_expiring: readDueCardExpiring,
				staff_invitation: async () => [],
				password_reset: async () => [],
				eft_request: async () => [],
				account_security: async () => [],
				bank_account_changed: async () => [],
			},
			mailer: { send: async (mail) => void mails.push(mail), close: () => undefined },
			clock: { now: () => startedAt },
			random: () => 0.5,
			host: "pay.example",
			log: createLog({ level: "info", destination: { write: (line) => void this.logLines.push(line) } }),
			stopping: new AbortController().signal,
			maximum: Number.POSITIVE_INFINITY,
		});
		return mails;
	}

	/** When a card's expiry is looked at next. */
	nextExpiryTurn(): Promise<number | undefined> {
		return this.#expiryWork().nextAt();
	}

	/** Looks at cards' expiry for as long as something is due, as the sandbox's clock does. */
	async watchExpiry(): Promise<void> {
		const work = this.#expiryWork();
		for (let turn = await work.nextAt(); turn !== undefined && turn <= this.now; turn = await work.nextAt()) {
			await work.run();
		}
	}

	#expiryWork() {
		return cardExpiryWork({ database: this.database, clock: { now: () => this.now } });
	}
}

const terms = { name: "Gold", amount_cents: 3_100, currency: "CAD", frequency: "MOTHLY", send_receipt: true } as const;
