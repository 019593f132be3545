/** Name and description are in `locale/`, the picture is `art/{slug}.svg`. */
export interface Product {
	slug: Slug;
	priceCents: number;
	/** Paid first with its order, then by a subscription at the gateway. */
	isMonthly?: true;
}

export type Slug = (typeof catalogue)[number]["slug"];

/** CAD with tax and shipping. The sandbox approves odd whole dollars. */
export const catalogue = [
	{ slug: "enamel-mug", priceCents: 31_00 },
	{ slug: "pocket-notebook", priceCents: 17_50 },
	{ slug: "beeswax-candle", priceCents: 23_95 },
	{ slug: "walnut-board", priceCents: 85_95 },
	{ slug: "brass-lamp", priceCents: 129_99 },
	{ slug: "wool-blanket", priceCents: 149_00 },
	{ slug: "coffee-of-the-month", priceCents: 19_00, isMonthly: true },
] as const satisfies { slug: string; priceCents: number; isMonthly?: true }[];

export const maximumQuantity = 9;

export function findProduct(slug: string): Product | undefined {
	return catalogue.find((product) => product.slug === slug);
}

export function isMonthly({ slug }: { slug: Slug }): boolean {
	return findProduct(slug)?.isMonthly === true;
}

export const currency = "CAD";

/** The gateway's JSON has dollars: 1050 cents is 10.5. */
export function toDollars(cents: number): number {
	return cents / 100;
}

export function toCents(dollars: number): number {
	return Math.round(dollars * 100);
}
