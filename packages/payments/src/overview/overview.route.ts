import type { StaffAdmission } from "@cardseal/merchants";
import { type Clock, dollars } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { countNeedingAttention } from "../unresolved/attention.store.ts";
import { readOverview } from "./overview.ts";
import type { Figures } from "./payment-sums.store.ts";
import type { ReadOverviews } from "./sum-payments.job.ts";

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

const fields = {
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
};

/** What another room adds to the overview. */
export interface OverviewSection {
	fields: z.ZodRawShape;
	read(database: Database, merchantId: number): Promise<object>;
}

export interface OverviewRouteOptions {
	database: Database;
	/** Sums payments; may be a replica, which lags behind. */
	reports: Database;
	/** Business time. */
	clock: Clock;
	admission: StaffAdmission;
	sections: readonly OverviewSection[];
	/** Collects the merchants who read it. */
	readOverviews: ReadOverviews;
}

export function overviewRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, reports, clock, admission, sections, readOverviews }: OverviewRouteOptions,
): void {
	const addedFields: z.ZodRawShape = Object.assign({}, ...sections.map((section) => section.fields));
	const overviewSchema = z.object({ ...fields, ...addedFields }).openapi("Overview");
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
		const [{ timeZone, today, currencies }, needingAttention, ...others] = await Promise.all([
			readOverview(reports, clock, merchant),
			countNeedingAttention(database, merchant.id),
			...sections.map((section) => section.read(database, merchant.id)),
		]);
		readOverviews.add(merchant.id);
		const shown = currencies.map((one) => ({
			currency: one.currency,
			today: inDollars(one.today),
			last_30_days: inDollars(one.last30Days),
			days: one.days.map(({ date: day, ...figures }) => ({ date: day, ...inDollars(figures) })),
		}));
		const figures = { time_zone: timeZone, today, currencies: shown };
		const { count, since } = needingAttention;
		const added: object = Object.assign({}, ...others);
		const attention = { needs_attention: count, needs_attention_since: since };
		return context.json({ ...figures, ...attention, ...added }, 200);
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
