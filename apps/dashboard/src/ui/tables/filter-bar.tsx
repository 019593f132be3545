import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useApp } from "../../shell/app.ts";
import { currentMatch, currentQuery, navigate, searchOf } from "../../shell/router.ts";
import { Icon } from "../icon.tsx";
import { FilterProblems } from "./filter-fields.tsx";
import { type FilterReaders, readFilters } from "./read-filters.ts";

export interface FilterBarProps {
	/** The names of the filters, as the address and the gateway write them. */
	names: readonly string[];
	/** Readers of filters that are not plain text. */
	readers?: FilterReaders;
	/** Controls with these names. */
	children: ComponentChildren;
}

/**
 * The filters of a list. Their values are in the address, so that a list can be bookmarked and shared. Readers of the list take
 * them from there.
 */
export function FilterBar({ names, readers = {}, children }: FilterBarProps) {
	const { words, formats } = useApp();
	const query = currentQuery.value;
	const set = names.filter((name) => query.get(name));
	return (
		<details class="filters panel" open={set.length > 0}>
			<summary>
				<Icon name="search" />
				{set.length === 0 ? words.shared.filters : words.shared.filtersSet(formats.count(set.length))}
			</summary>
			{/* Another query is another form: its fields begin with what the address says. */}
			<FilterForm key={query.toString()} names={names} readers={readers} isFiltered={set.length > 0}>
				{children}
			</FilterForm>
		</details>
	);
}

type FilterFormProps = Required<FilterBarProps> & { isFiltered: boolean };

/** An invalid filter shows its error, and the address and list stay as they are. */
function FilterForm({ names, readers, isFiltered, children }: FilterFormProps) {
	const { words } = useApp();
	const [problems, setProblems] = useState(() => readFilters(names, currentQuery.peek(), readers).problems);

	function apply(event: SubmitEvent): void {
		event.preventDefault();
		const form = event.currentTarget as HTMLFormElement;
		const read = readFilters(names, new FormData(form), readers);
		setProblems(read.problems);
		const [first] = Object.keys(read.problems);
		if (first === undefined) go(read.query);
		else form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
	}

	return (
		<form class="filters-form" onSubmit={apply}>
			<FilterProblems value={problems}>
				<div class="form-row">{children}</div>
			</FilterProblems>
			<div class="form-actions">
				<button type="submit" class="button-quiet">
					{words.shared.applyFilters}
				</button>
				{isFiltered && (
					<button type="button" class="button-quiet" onClick={() => go({})}>
						{words.shared.clearFilters}
					</button>
				)}
			</div>
		</form>
	);
}

/** Back to the first page: a cursor is valid only with its filters. */
function go(query: Record<string, string>): void {
	if (currentMatch.value !== undefined) navigate(location.pathname + searchOf(query));
}
