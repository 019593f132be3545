import { dayOf } from "@cardseal/platform";
import { table } from "@cardseal/platform/operator";
import type { KeyList, ListedKey, Rotated } from "@cardseal/vault";

export type MerchantNames = ReadonlyMap<number, string>;

export function describeKeyList({ master, keys }: KeyList, merchants: MerchantNames, now: number): string {
	if (master === undefined) return "There are no keys yet. A gateway creates them when it starts.";
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
		table([["KEY", "PURPOSE", "MERCHANT", "STATUS", "CREATED", ""], ...rows], { indent: "" }),
	].join("\n");
}

export function describeRotation(rotated: Rotated, merchants: MerchantNames): string {
	const { resumed, keys, stored, unreadable } = rotated;
	const lines = keys.map(({ merchantId, formerKeyId, keyId }) => {
		const merchant = merchants.get(merchantId);
		return `${merchant === undefined ? "" : `${merchant}: `}${keyId} replaces ${formerKeyId}`;
	});
	if (resumed) lines.unshift("This finished an interrupted rotation. Run the command again to rotate now.");
	else if (keys.length === 0) lines.push("There is no such key yet. It is created when it is first needed.");
	if (stored > 0) lines.push(`Re-encrypted: ${stored}.`);
	if (keys.length > 0) lines.push("The former keys are retired. Destroy them with npm run keys -- retire KEY.");
	if (unreadable.length > 0) {
		lines.push(
			`These rows were changed and cannot be decrypted: ${unreadable.join(", ")}. They and their keys stay as they are.`,
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
		remarks.push(now < key.destroyableFrom ? `needed until ${dayOf(key.destroyableFrom)}` : "can be destroyed");
	}
	return remarks.join(", ");
}

function whenDue(dueAt: number, now: number): string {
	return now < dueAt ? `rotate by ${dayOf(dueAt)}` : `ROTATION OVERDUE SINCE ${dayOf(dueAt)}`;
}
