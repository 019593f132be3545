import type { JSX } from "preact";
import type { Paging } from "../../api/records.ts";
import { useApp } from "../../shell/app.ts";
import { currentQuery } from "../../shell/router.ts";
import { Icon } from "../icon.tsx";

/** The ways to the newer and the older part of a list. They are addresses, so that Back and a bookmark lead to a part. */
export function Pager({ paging }: { paging: Paging }): JSX.Element | null {
	const { words } = useApp();
	const { before, after } = paging.cursors;
	if (before === "" && after === "") return null;
	return (
		<nav class="pager" aria-label={words.shared.pages}>
			{before === "" ? (
				<span />
			) : (
				<a class="button-quiet" href={hrefWith("before", before)}>
					<Icon name="back" />
					{words.shared.newer}
				</a>
			)}
			{after !== "" && (
				<a class="button-quiet" href={hrefWith("after", after)}>
					{words.shared.older}
					<Icon name="forward" />
				</a>
			)}
		</nav>
	);
}

function hrefWith(way: "before" | "after", cursor: string): string {
	const query = new URLSearchParams(currentQuery.value);
	query.delete("before");
	query.delete("after");
	query.set(way, cursor);
	return `?${query}`;
}
