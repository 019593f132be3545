import type { Brand } from "@cardseal/card";
import type { JSX } from "preact";

/** A shape: its path in a card of 36 by 24, and its colour. */
type Shape = readonly [path: string, colour: string];

const circle = (x: number) => `M${x - 6} 12a6 6 0 1 0 12 0a6 6 0 1 0-12 0`;

/** Our own signs for the brands, drawn from few shapes. The first colour is the card's. */
const signs: Record<Brand, readonly [card: string, ...Shape[]]> = {
	Visa: ["#1a2b78", ["M9 6h5l4 8l4-8h5l-7 12h-4z", "#fff"]],
	Mastercard: ["#1c2430", [circle(14), "#e5483a"], [circle(22), "#f5a93bd9"]],
	Amex: ["#1f6fb8", ["M8 17l4-10h3l4 10h-3l-2.5-6.5L11 17zM19 7h3.5l4.5 5l-4.5 5H19l4.5-5z", "#fff"]],
	Discover: ["#f4f1ea", [circle(18), "#ee7b23"], ["M36 14v7a3 3 0 0 1-3 3H16q14-3 20-10z", "#ee7b23"]],
	Diners: [
		"#0d5fa6",
		["M9 12a9 8 0 1 1 18 0a9 8 0 1 1-18 0", "#fff"],
		["M16 6.5v11a6 6 0 0 1 0-11zM20 6.5v11a6 6 0 0 0 0-11z", "#0d5fa6"],
	],
	JCB: [
		"#fff",
		["M8 8q0-3 3-3h3v11q0 3-3 3h-3z", "#1d5fb4"],
		["M15 8q0-3 3-3h3v11q0 3-3 3h-3z", "#cc2f3c"],
		["M22 8q0-3 3-3h3v11q0 3-3 3h-3z", "#238a45"],
	],
	UnionPay: [
		"#fff",
		["M9 4h8l-4 16H5z", "#cf2a35"],
		["M17 4h8l-4 16h-8z", "#1b4f8c"],
		["M25 4h7l-4 16h-7z", "#14807e"],
	],
	Maestro: ["#fff", [circle(14), "#2f7fd0"], [circle(22), "#d9403bd9"]],
};

/** The brand's sign, or an empty card. Decorative: the brand is also announced in words. */
export function BrandIcon({ brand }: { brand: Brand | undefined }): JSX.Element {
	const [card, ...shapes] = brand ? signs[brand] : (["none"] as const);
	return (
		<svg class="brand" viewBox="0 0 36 24" aria-hidden="true" data-brand={brand}>
			<rect x=".5" y=".5" width="35" height="23" rx="3" fill={card} stroke="currentColor" />
			{brand ? null : <path d="M1 8h34" stroke="currentColor" stroke-width="3" />}
			{shapes.map(([path, colour]) => (
				<path key={path} d={path} fill={colour} />
			))}
		</svg>
	);
}
