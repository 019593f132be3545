import type { ComponentChildren } from "preact";

export interface Item {
	key: string;
	name: ComponentChildren;
	details: ComponentChildren;
	action?: ComponentChildren;
}

export function Items({ items, none }: { items: Item[]; none?: string }) {
	if (items.length === 0) return <p class="muted">{none}</p>;
	return (
		<ul class="items">
			{items.map(({ key, name, details, action }) => (
				<li key={key} class="item">
					<div>
						<p>{name}</p>
						<p class="small muted">{details}</p>
					</div>
					{action}
				</li>
			))}
		</ul>
	);
}
