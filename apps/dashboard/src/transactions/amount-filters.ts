import type { Words } from "../locale/words.ts";
import type { FilterReaders } from "../ui/tables/read-filters.ts";
import { amountBoundToSend } from "./amount.ts";

export function amountFilters(words: Words): FilterReaders {
	const bound = { read: amountBoundToSend, advice: words.transactions.noAmount };
	return { min_amount: bound, max_amount: bound };
}
