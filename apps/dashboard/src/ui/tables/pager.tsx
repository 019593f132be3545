import type { Paging } from "../../api/records.ts";
import { useApp } from "../../shell/app.ts";
import { currentQuery } from "../../shell/router.ts";
import { Icon } from "../icon.tsx";

interface PagerProps {
	paging: Paging;
	/** True for a list whose cursors are sequences: those of newer entries come after. */
	isBySequence?: boolean;
}

/** The ways to the newer and the older part of a list. They are addresses, so that Back and a bookmark lead to a part. */
export function Pager({ paging, isBySequence = false }: PagerProps) {
	const { words } = useApp();
	const { cursors } = paging;
	const [newer, older] = isBySequence ? (["after", "before"] as const) : (["before", "after"] as const);
	if (cursors.before === "" && cursors.after === "") return null;
	return (
		<nav class="pager" aria-label={words.shared.pages}>
			{cursors[newer] === "" ? (
				<span />
			) : (
				<a class="button-quiet" href={hrefWith(newer, cursors[newer])}>
					<Icon name="back" />
					{words.shared.newer}
				</a>
			)}
			{cursors[older] !== "" && (
				<a class="button-quiet" href={hrefWith(older, cursors[older])}>
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
