import type { ComponentChildren, JSX } from "preact";
import { useApp } from "../shell/app.ts";
import { currentMatch, currentQuery, navigate, searchOf } from "../shell/router.ts";
import { Icon } from "./icon.tsx";

export interface FilterBarProps {
	/** The names of the filters, as the address and the gateway write them. */
	names: readonly string[];
	/** Controls with these names. */
	children: ComponentChildren;
}

/**
 * The filters of a list. What is set stands in the address, so that a list can be bookmarked, sent on, and come back to;
 * whatever reads the list reads it from there.
 */
export function FilterBar({ names, children }: FilterBarProps): JSX.Element {
	const { words, formats } = useApp();
	const set = names.filter((name) => currentQuery.value.get(name));

	function apply(event: SubmitEvent): void {
		event.preventDefault();
		const form = new FormData(event.currentTarget as HTMLFormElement);
		// Several boxes of one name are one list, as the gateway reads it.
		go(Object.fromEntries(names.map((name) => [name, form.getAll(name).map(String).filter(Boolean).join(",").trim()])));
	}

	return (
		<details class="filters panel" open={set.length > 0}>
			<summary>
				<Icon name="search" />
				{set.length === 0 ? words.shared.filters : words.shared.filtersSet(formats.count(set.length))}
			</summary>
			{/* Another query is another form: its fields begin with what the address says. */}
			<form key={currentQuery.value.toString()} class="filters-form" onSubmit={apply}>
				<div class="form-row">{children}</div>
				<div class="form-actions">
					<button type="submit" class="button-quiet">
						{words.shared.applyFilters}
					</button>
					{set.length > 0 && (
						<button type="button" class="button-quiet" onClick={() => go({})}>
							{words.shared.clearFilters}
						</button>
					)}
				</div>
			</form>
		</details>
	);
}

/** From the first part of the list on: a cursor belongs to the filters it came with. */
function go(query: Record<string, string>): void {
	if (currentMatch.value !== undefined) navigate(location.pathname + searchOf(query));
}
