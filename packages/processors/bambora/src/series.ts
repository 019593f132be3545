import type { Purpose, StoredCredential } from "@cardseal/vault";

/** https://dev.na.bambora.com/docs/guides/credential_on_file */
type Kind = "recurring" | "installment" | "unscheduled";

const kinds: Record<Purpose, Kind> = {
	recurring: "recurring",
	instalment: "installment",
	unscheduled: "unscheduled",
	no_show: "unscheduled",
};

const form = /^(?<number>\d{1,10})(?:\.(?<kind>recurring|installment))?$/;

/**
 * Bambora's series takes the place of the network's id: its number, and its kind after a dot. A number alone is of an
 * unscheduled series, as that of a card which was stored with a verification.
 *
 * @returns `undefined` when the answer does not tell the kind
 */
export function seriesIdOf(type: string | null | undefined, number: string | null | undefined): string | undefined {
	const kind = /^(?:first|subsequent)_(recurring|installment|unscheduled)$/.exec(type ?? "")?.[1];
	if (kind === undefined || !number) return undefined;
	return kind === "unscheduled" ? number : `${number}.${kind}`;
}

/**
 * A series has one kind, but a payer may continue any. A merchant's charge of another kind, or of a card that was stored
 * elsewhere, leaves the series out, and Bambora begins one.
 */
export function cardOnFileOf(
	{ use, purpose, networkTransactionId }: StoredCredential,
	initiatedBy: "cardholder" | "merchant",
): { type: string; series_id?: number } {
	const kind = kinds[purpose];
	const { number, kind: seriesKind = "unscheduled" } = form.exec(networkTransactionId ?? "")?.groups ?? {};
	const isFirst = use === "first" || (initiatedBy === "cardholder" && number === undefined);
	if (isFirst) return { type: `first_${kind}` };
	if (initiatedBy === "cardholder") return { type: "subsequent_customer_initiated", series_id: Number(number) };
	const continues = number !== undefined && seriesKind === kind;
	return { type: `subsequent_${kind}`, ...(continues && { series_id: Number(number) }) };
}
