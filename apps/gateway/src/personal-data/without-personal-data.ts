import { personalColumns } from "./personal-columns.ts";

const shownTables = ["customers", "cards", "subscriptions", "transactions", "eft_transactions"] as const;

/** A card's description has another name in records. */
const personalFields = new Set<string>([
	"card_description",
	...shownTables.flatMap((table) => personalColumns[table] as readonly string[]),
]);

export function withoutPersonalData(record: unknown): unknown {
	if (Array.isArray(record)) return record.map(withoutPersonalData);
	if (typeof record !== "object" || record === null) return record;
	return Object.fromEntries(
		Object.entries(record).map(([name, value]) => [
			name,
			personalFields.has(name) ? emptied(name, value, record) : withoutPersonalData(value),
		]),
	);
}

/** Keeps the types of metadata and addresses. */
function emptied(name: string, value: unknown, record: object): unknown {
	if (typeof value === "object" && value !== null) return {};
	return name === "email" && "cards" in record ? "" : null;
}
