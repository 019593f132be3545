import type { StaffAdmission } from "@cardseal/merchants";
import { type Clock, dollars } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { disputeRecordOf, disputeRecordSchema } from "../disputes/dispute-record.ts";
import { readOpenDisputes } from "../disputes/disputes.store.ts";
import { countNeedingAttention } from "../unresolved/attention.store.ts";
import { readOverview } from "./overview.ts";
import type { Figures } from "./payment-sums.store.ts";
import type { ReadOverviews } from "./sum-payments.job.ts";

const shownDisputes = 5;

const figureFields = {
	approved_count: z.int().openapi({ description: "Approved sales and captures that were not voided" }),
	approved_amount: z.number(),
	declined_count: z.int().openapi({ description: "Declined sales and authorizations" }),
	declined_amount: z.number(),
	refunded_count: z.int().openapi({ description: "Approved refunds" }),
	refunded_amount: z.number(),
};

const date = z.string().openapi({ description: "A day in your time zone", example: "2026-11-21" });
const figuresSchema = z.object(figureFields).openapi("Figures");

const overviewSchema = z
	.object({
		time_zone: z.string(),
		today: date,
		currencies: z
			.array(
				z
					.object({
						currency: z.string().openapi({ example: "CAD" }),
						today: figuresSchema,
						last_30_days: figuresSchema,
						days: z
							.array(z.object({ date, ...figureFields }).openapi("DayFigures"))
							.openapi({ description: "The 30 days, oldest first, today last" }),
					})
					.openapi("CurrencyOverview"),
			)
			.openapi({
				description: "Currencies with payments, in the order of your settings; your first currency if there are none",
			}),
		needs_attention: z.int().openapi({
			description: "Pending transactions whose outcome the processor does not know. The operator finds it out.",
		}),
		needs_attention_since: z.int().nullable().openapi({
			description: "UNIX time in milliseconds of the oldest of them; `null` without one",
		}),
		open_disputes: z
			.object({
				count: z.int().openapi({ description: "All of them" }),
				due_first: z.array(disputeRecordSchema).openapi({ description: `Up to ${shownDisputes}, the first due first` }),
			})
			.openapi("OpenDisputes", { description: "Disputes that wait for an answer" }),
	})
	.openapi("Overview");

export interface OverviewRouteOptions {
	database: Database;
	/** Sums payments; may be a replica, which lags behind. */
	reports: Database;
	/** Business time. */
	clock: Clock;
	admission: StaffAdmission;
	/** Collects the merchants who read it. */
	readOverviews: ReadOverviews;
}

export function overviewRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, reports, clock, admission, readOverviews }: OverviewRouteOptions,
): void {
	const route = createRoute({
		method: "get",
		operationId: "getOverview",
		path: "/overview",
		tags: ["Overview"],
		summary: "Get the figures of today and of the last 30 days",
		...admission.withoutBody("transactions.read"),
		responses: {
			200: { description: "The figures", content: { "application/json": { schema: overviewSchema } } },
			...merchantErrors(401, 403),
		},
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const [{ timeZone, today, currencies }, needingAttention, disputes] = await Promise.all([
			readOverview(reports, clock, merchant),
			countNeedingAttention(database, merchant.id),
			readOpenDisputes(database, merchant.id, shownDisputes),
		]);
		readOverviews.add(merchant.id);
		const shown = currencies.map((one) => ({
			currency: one.currency,
			today: inDollars(one.today),
			last_30_days: inDollars(one.last30Days),
			days: one.days.map(({ date: day, ...figures }) => ({ date: day, ...inDollars(figures) })),
		}));
		const open = { count: disputes.count, due_first: disputes.dueFirst.map(disputeRecordOf) };
		const figures = { time_zone: timeZone, today, currencies: shown };
		const { count, since } = needingAttention;
		const attention = { needs_attention: count, needs_attention_since: since };
		return context.json({ ...figures, ...attention, open_disputes: open }, 200);
	});
}

function inDollars(figures: Figures): z.infer<typeof figuresSchema> {
	return {
		approved_count: figures.approved_count,
		approved_amount: dollars(figures.approved_cents),
		declined_count: figures.declined_count,
		declined_amount: dollars(figures.declined_cents),
		refunded_count: figures.refunded_count,
		refunded_amount: dollars(figures.refunded_cents),
	};
}
