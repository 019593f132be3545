import type { KeyList, ListedKey, Rotated } from "@cardseal/vault";

/** Merchants' identifiers by their rows. */
export type MerchantNames = ReadonlyMap<number, string>;

/** A day as operators read it, of ms since 1970: UTC. */
export function dayOf(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}

/** Every key on a line of its own. */
export function describeKeyList({ master, keys }: KeyList, merchants: MerchantNames, now: number): string {
	if (master === undefined) return "There are no keys yet. A gateway makes them when it starts.";
	const { masterKeyId, since, dueAt } = master;
	const rows = keys.map((key) => [
		key.keyId,
		key.purpose,
		nameOf(key, merchants),
		key.status,
		dayOf(key.createdAt),
		remarkOn(key, masterKeyId, now),
	]);
	return [
		`Master key ${masterKeyId} since ${dayOf(since)}, ${whenDue(dueAt, now)}`,
		"",
		...inColumns([["KEY", "PURPOSE", "MERCHANT", "STATUS", "CREATED", ""], ...rows]),
	].join("\n");
}

/** What a rotation did, and what is left to do. */
export function describeRotation(rotated: Rotated, merchants: MerchantNames): string {
	const { resumed, keys, stored, unreadable } = rotated;
	const lines = keys.map(({ merchantId, formerKeyId, keyId }) => {
		const whose = merchants.get(merchantId);
		return `${whose === undefined ? "" : `${whose}: `}${keyId} in place of ${formerKeyId}`;
	});
	if (resumed) lines.unshift("This finished an earlier, interrupted rotation. For one from now on, run it again.");
	else if (keys.length === 0) lines.push("There was no such key yet: it is made when it is first needed.");
	if (stored > 0) lines.push(`Encrypted anew: ${stored}.`);
	if (keys.length > 0) lines.push("Former keys are retired: destroy them with npm run keys -- retire KEY.");
	if (unreadable.length > 0) {
		lines.push(
			`What cannot be decrypted, because its rows were changed: ${unreadable.join(", ")}. They stay as they are, and so do their keys.`,
		);
	}
	return lines.join("\n");
}

function nameOf({ merchantId }: ListedKey, merchants: MerchantNames): string {
	return merchantId === undefined ? "all" : (merchants.get(merchantId) ?? `#${merchantId}`);
}

function remarkOn(key: ListedKey, masterKeyId: string, now: number): string {
	const remarks: string[] = [];
	if (key.status !== "destroyed" && key.masterKeyId !== masterKeyId) {
		remarks.push(`still wrapped by master key ${key.masterKeyId}`);
	}
	if (key.stored > 0) remarks.push(`stored: ${key.stored}`);
	if (key.dueAt !== undefined) remarks.push(whenDue(key.dueAt, now));
	if (key.destroyableFrom !== undefined && key.stored === 0) {
		remarks.push(now < key.destroyableFrom ? `needed until ${dayOf(key.destroyableFrom)}` : "may be destroyed");
	}
	return remarks.join(", ");
}

function whenDue(dueAt: number, now: number): string {
	return now < dueAt ? `to be rotated by ${dayOf(dueAt)}` : `SHOULD HAVE BEEN ROTATED BY ${dayOf(dueAt)}`;
}

function inColumns(rows: string[][]): string[] {
	const widths = rows[0]?.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
	return rows.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join("  ")
			.trimEnd(),
	);
}
