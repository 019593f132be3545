import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Words } from "../../locale/words.ts";
import { useApp } from "../../shell/app.ts";
import { currentQuery, navigate, searchOf } from "../../shell/router.ts";
import { Button } from "../button.tsx";
import { Field } from "../forms/fields.tsx";
import { Icon } from "../icon.tsx";
import { type FilterReader, readFilters } from "./read-filters.ts";

export interface Filter {
	name: string;
	label: string;
	type?: "date" | "email";
	inputMode?: "decimal" | "numeric";
	reader?: FilterReader;
	choices?: Record<string, string>;
	any?: string;
}

/** Filters with plain text, by their names at the gateway. */
export function textFilters({ transactions }: Words, ...names: (keyof Words["transactions"]["filters"])[]): Filter[] {
	return names.map((name) => ({ name, label: transactions.filters[name] }));
}

export function dayFilters(words: Words): Filter[] {
	return textFilters(words, "from_date", "to_date").map((filter) => ({ ...filter, type: "date" }));
}

export function filtersIn(query: URLSearchParams, filters: readonly Pick<Filter, "name">[]): URLSearchParams {
	return new URLSearchParams([...query].filter(([name]) => filters.some((filter) => filter.name === name)));
}

/** The address has the values, so that a list can be bookmarked. Readers of the list take them from there. */
export function FilterBar({ filters }: { filters: Filter[] }) {
	const { words, formats } = useApp();
	const query = currentQuery.value;
	const set = filters.filter(({ name }) => query.get(name));
	return (
		<details class="filters panel" open={set.length > 0}>
			<summary>
				<Icon name="search" />
				{set.length === 0 ? words.shared.filters : words.shared.filtersSet(formats.count(set.length))}
			</summary>
			{/* Another query is another form: its fields begin with what the address says. */}
			<FilterForm key={query.toString()} filters={filters} isFiltered={set.length > 0} />
		</details>
	);
}

function FilterForm({ filters, isFiltered }: { filters: Filter[]; isFiltered: boolean }) {
	const { words } = useApp();
	const [problems, setProblems] = useState(() => readFilters(filters, currentQuery.peek()).problems);

	function apply(event: SubmitEvent): void {
		event.preventDefault();
		const form = event.currentTarget as HTMLFormElement;
		const read = readFilters(filters, new FormData(form));
		setProblems(read.problems);
		const [first] = Object.keys(read.problems);
		if (first === undefined) go(read.query);
		else form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
	}

	return (
		<form class="filters-form" onSubmit={apply}>
			<div class="form-row">
				{filters.map((filter) => (
					<FilterField key={filter.name} filter={filter} error={problems[filter.name]} />
				))}
			</div>
			<div class="form-actions">
				<button type="submit" class="button-quiet">
					{words.shared.applyFilters}
				</button>
				{isFiltered && <Button label={words.shared.clearFilters} onClick={() => go({})} />}
			</div>
		</form>
	);
}

function FilterField({ filter, error }: { filter: Filter; error: string | undefined }) {
	const { words } = useApp();
	const { name, label, choices, any = words.transactions.filters.any } = filter;
	const value = currentQuery.value.get(name) ?? "";
	return (
		<Field label={label} error={error}>
			{(control) =>
				choices === undefined ? (
					<input
						{...({ ...control, type: filter.type ?? "text" } as JSX.IntrinsicElements["input"])}
						class="input"
						name={name}
						inputMode={filter.inputMode ?? "text"}
						autocomplete="off"
						maxLength={255}
						defaultValue={value}
					/>
				) : (
					<select {...control} class="input" name={name}>
						<option value="">{any}</option>
						{Object.entries(choices).map(([choice, word]) => (
							<option key={choice} value={choice} selected={choice === value}>
								{word}
							</option>
						))}
					</select>
				)
			}
		</Field>
	);
}

/** Back to the first page: a cursor is valid only with its filters. */
function go(query: Record<string, string>): void {
	navigate(location.pathname + searchOf(query));
}
