import type { Cutoff, Seal, SealedEvent, WaitingEvent } from "./audit.store.ts";

/** Proves later whether the chain still contains it. */
export interface Head {
	sequence: number;
	seal: string;
}

export const beginning: Head = { sequence: 0, seal: "0".repeat(64) };

export type Mac = (message: string) => Buffer;

interface Break {
	sequence: number;
	reason: string;
}

export function headOf({ sequence, seal }: Pick<SealedEvent, "sequence" | "seal">): Head {
	return { sequence, seal: seal.toString("hex") };
}

/** Covers event, position, time and previous seal. A chain's times never go back. */
export function sealBehind(
	mac: Mac,
	last: Pick<SealedEvent, "sequence" | "seal" | "sealed_at"> | undefined,
	events: WaitingEvent[],
	now: number,
): Seal[] {
	const sealed_at = Math.max(now, last?.sealed_at ?? 0);
	let head = last === undefined ? beginning : headOf(last);
	return events.map(({ id, ...content }) => {
		const place = { sequence: head.sequence + 1, event_id: id, sealed_at };
		const seal = sealOf(mac, head.seal, { ...content, ...place });
		head = headOf({ sequence: place.sequence, seal });
		return { ...place, seal };
	});
}

export interface ChainCheck {
	broken: Break | undefined;
	events: number;
	head: Head;
}

/** @param anchors heads stored elsewhere, which detect a truncated end */
export async function checkChain(
	mac: Mac,
	{ start, anchors }: { start: Head; anchors: Head[] },
	events: Iterable<SealedEvent> | AsyncIterable<SealedEvent>,
): Promise<ChainCheck> {
	let before = { head: start, sealedAt: 0 };
	const result = (broken: Break | undefined): ChainCheck => {
		return { broken, events: before.head.sequence - start.sequence, head: before.head };
	};
	for await (const event of events) {
		const broken = breakAt(mac, before, event) ?? breakAgainst(anchors, headOf(event));
		if (broken !== undefined) return result(broken);
		before = { head: headOf(event), sealedAt: event.sealed_at };
	}
	const isCut = anchors.some(({ sequence }) => sequence > before.head.sequence);
	return result(
		isCut ? { sequence: before.head.sequence + 1, reason: "it is missing, with every later event" } : undefined,
	);
}

export function isSigned(mac: Mac, cutoff: Cutoff): boolean {
	return macOfCutoff(mac, cutoff).equals(cutoff.mac);
}

export function macOfCutoff(mac: Mac, cutoff: Omit<Cutoff, "mac">): Buffer {
	const { sequence, seal } = headOf(cutoff);
	return mac(JSON.stringify(["cardseal audit cutoff v1", sequence, seal, cutoff.cut_at]));
}

function breakAt(mac: Mac, before: { head: Head; sealedAt: number }, event: SealedEvent): Break | undefined {
	const expected = before.head.sequence + 1;
	if (event.sequence < expected)
		return { sequence: event.sequence, reason: "it comes before the beginning of the log" };
	if (event.sequence > expected) return { sequence: expected, reason: "it is missing" };
	if (!sealOf(mac, before.head.seal, event).equals(event.seal)) {
		return { sequence: expected, reason: "it was changed, moved or inserted" };
	}
	if (event.sealed_at < before.sealedAt) return { sequence: expected, reason: "its time is before the previous event" };
	return undefined;
}

/** Detects a chain that was sealed again with the key. */
function breakAgainst(anchors: Head[], { sequence, seal }: Head): Break | undefined {
	const isOther = anchors.some((anchor) => anchor.sequence === sequence && anchor.seal !== seal);
	return isOther ? { sequence, reason: "it differs from a stored head" } : undefined;
}

/** A new column needs a new version in the first word, which all gateways must know before one uses it. */
function sealOf(mac: Mac, previousSeal: string, event: Omit<SealedEvent, "seal">): Buffer {
	const details = Object.entries(event.details).sort(([a], [b]) => (a < b ? -1 : 1));
	return mac(
		JSON.stringify([
			"cardseal audit v1",
			previousSeal,
			event.sequence,
			event.sealed_at,
			event.event_id,
			event.type,
			event.merchant_id,
			event.actor_kind,
			event.actor_id,
			event.object,
			details,
			event.times,
			event.client_address,
			event.request_id,
			event.occurred_at,
			event.business_at,
		]),
	);
}
