import type { Seal, SealedEvent, WaitingEvent } from "./audit.store.ts";

/** A place in the chain and the seal that stands there. Whoever keeps one can tell later whether the chain still has it. */
export interface Head {
	sequence: number;
	/** 64 hexadecimal digits. */
	seal: string;
}

/** Where every chain begins. */
export const beginning: Head = { sequence: 0, seal: "0".repeat(64) };

/** HMAC-SHA-256 under the audit log's own key. */
export type Mac = (message: string) => Buffer;

/** The first place where the chain is not as it was sealed. */
interface Break {
	sequence: number;
	reason: string;
}

type Content = Omit<SealedEvent, "seal">;

export function headOf({ sequence, seal }: Pick<SealedEvent, "sequence" | "seal">): Head {
	return { sequence, seal: seal.toString("hex") };
}

/**
 * Seals events behind a head, in their order: each seal covers the event, its place, its time and the seal before it.
 *
 * @param now real time, ms since 1970; the chain's time never goes back, even where the clocks of two gateways differ
 */
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

/** How far a chain is as it was sealed. */
export interface Walk {
	broken: Break | undefined;
	/** Events that are in order, before the break if there is one. */
	events: number;
	/** The last of them. */
	head: Head;
}

/**
 * Walks along a chain to its end or its first break.
 *
 * @param start the place before the first event
 * @param anchors heads that were kept apart: without one, a tail that was cut off does not show
 */
export async function walkChain(
	mac: Mac,
	{ start, anchors }: { start: Head; anchors: Head[] },
	events: Iterable<SealedEvent> | AsyncIterable<SealedEvent>,
): Promise<Walk> {
	let before = { head: start, sealedAt: 0 };
	const walked = (broken: Break | undefined): Walk => {
		return { broken, events: before.head.sequence - start.sequence, head: before.head };
	};
	for await (const event of events) {
		const broken = breakAt(mac, before, event) ?? breakAgainst(anchors, headOf(event));
		if (broken !== undefined) return walked(broken);
		before = { head: headOf(event), sealedAt: event.sealed_at };
	}
	const isCut = anchors.some(({ sequence }) => sequence > before.head.sequence);
	return walked(
		isCut ? { sequence: before.head.sequence + 1, reason: "it is missing, like every one behind it" } : undefined,
	);
}

function breakAt(mac: Mac, before: { head: Head; sealedAt: number }, event: SealedEvent): Break | undefined {
	const expected = before.head.sequence + 1;
	if (event.sequence < expected)
		return { sequence: event.sequence, reason: "it stands before the beginning of the log" };
	if (event.sequence > expected) return { sequence: expected, reason: "it is missing" };
	if (!sealOf(mac, before.head.seal, event).equals(event.seal)) {
		return { sequence: expected, reason: "it was changed, moved or put in" };
	}
	// Nobody without the key gets here: it takes a gateway whose own rule about time is broken.
	if (event.sealed_at < before.sealedAt)
		return { sequence: expected, reason: "it was sealed before the one before it" };
	return undefined;
}

/** A chain that was sealed anew from some place on is whole in itself: only a head that was kept tells. */
function breakAgainst(anchors: Head[], { sequence, seal }: Head): Break | undefined {
	const isOther = anchors.some((anchor) => anchor.sequence === sequence && anchor.seal !== seal);
	return isOther ? { sequence, reason: "it is not the one whose head was kept" } : undefined;
}

/** Every column, in one order and one spelling. Whatever is added later must be added here, under a new first word. */
function sealOf(mac: Mac, previousSeal: string, event: Content): Buffer {
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
