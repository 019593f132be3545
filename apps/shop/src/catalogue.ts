/** One thing the shop sells. Its name and description are words, so they stand in `locale/`; its picture is `art/{slug}.svg`. */
export interface Thing {
	readonly slug: Slug;
	readonly priceCents: number;
	/** It comes every month and is paid every month: the first time with its order, then by a subscription at the gateway. */
	readonly monthly?: true;
}

/** Identifies a thing in paths, orders and words. */
export type Slug = (typeof slugs)[number];

const slugs = [
	"enamel-mug",
	"pocket-notebook",
	"beeswax-candle",
	"walnut-board",
	"brass-lamp",
	"wool-blanket",
	"coffee-of-the-month",
] as const;

/** Prices in CAD, taxes and shipping included. Some totals have odd whole dollars and some even, which is what the sandbox decides by. */
export const catalogue: readonly Thing[] = [
	{ slug: "enamel-mug", priceCents: 31_00 },
	{ slug: "pocket-notebook", priceCents: 17_50 },
	{ slug: "beeswax-candle", priceCents: 24_00 },
	{ slug: "walnut-board", priceCents: 86_25 },
	{ slug: "brass-lamp", priceCents: 129_99 },
	{ slug: "wool-blanket", priceCents: 148_00 },
	{ slug: "coffee-of-the-month", priceCents: 19_00, monthly: true },
];

/** The most of one thing that one order may hold. */
export const maximumQuantity = 9;

/** The thing with this slug, whatever text was asked for. */
export function findThing(slug: string): Thing | undefined {
	return catalogue.find((thing) => thing.slug === slug);
}

/** Whether an order is the first month of something that is paid every month. */
export function isMonthly({ slug }: { readonly slug: string }): boolean {
	return findThing(slug)?.monthly === true;
}
