import type { Brand } from "@cardseal/card";
import type { JSX } from "preact";

/** Card: 36 by 24. */
type Shape = readonly [path: string, colour: string, lineWidth?: number];

export type Marks = Partial<Record<Brand, readonly [card: string, ...Shape[]]>>;

export function Mark({ brand, marks }: { brand: Brand | undefined; marks: Marks }): JSX.Element {
	const [card = "none", ...shapes] = (brand && marks[brand]) ?? [];
	return (
		<svg class="mark" viewBox="0 0 36 24" aria-hidden="true" data-brand={brand}>
			<rect x=".5" y=".5" width="35" height="23" rx="3" fill={card} stroke="currentColor" />
			{card === "none" && <path d="M1 8h34" stroke="currentColor" stroke-width="3" />}
			{shapes.map(([path, colour, lineWidth]) => (
				<path
					key={path}
					d={path}
					fill={lineWidth ? "none" : colour}
					stroke={lineWidth ? colour : undefined}
					stroke-width={lineWidth}
				/>
			))}
		</svg>
	);
}

export function AcceptedMarks({ marks, listed }: { marks: Marks; listed: string[] | undefined }): JSX.Element {
	const brands = Object.keys(marks) as Brand[];
	return (
		<div class="accepted">
			{brands
				.filter((brand) => listed?.includes(brand) ?? true)
				.map((brand) => (
					<Mark key={brand} brand={brand} marks={marks} />
				))}
		</div>
	);
}

export function CodePicture({ isOnFront }: { isOnFront: boolean }): JSX.Element {
	return (
		<svg class="mark" viewBox="0 0 36 24" aria-hidden="true">
			<rect x=".5" y=".5" width="35" height="23" rx="3" fill="none" stroke="currentColor" />
			<path d={isOnFront ? "M5 16h18" : "M1 6h34M5 14h12"} stroke="currentColor" stroke-width={isOnFront ? 3 : 5} />
			<rect class="code" x="20" y={isOnFront ? 4 : 10} width="12" height="8" rx="4" />
		</svg>
	);
}
