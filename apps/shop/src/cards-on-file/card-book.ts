import { join } from "node:path";
import { openJournal } from "../journal.ts";
import { applyHolderEvent, type Holder, type HolderEvent, holderEvent } from "./holder.ts";

/** Whose cards the gateway keeps, kept in memory and in a file of their own. */
export interface CardBook {
	/** The holder with this customer at the gateway. */
	find(customerId: string): Holder | undefined;
	/** The holder to whom the key with this hash was given, while it is good. */
	findByKey(keyHash: string): Holder | undefined;
	list(): Holder[];
	/** Writes an event down before it counts, with the time it is now. Throws when it cannot follow. */
	record(event: UndatedEvent): Promise<void>;
	close(): Promise<void>;
}

type Undated<Event> = Event extends unknown ? Omit<Event, "at"> : never;
export type UndatedEvent = Undated<HolderEvent>;

/** Opens `cards-on-file.jsonl` in `directory` and replays it. `now` gives ms since 1970. Throws when the file is damaged. */
export async function openCardBook(directory: string, now: () => number): Promise<CardBook> {
	const holders = new Map<string, Holder>();
	const byKey = new Map<string, string>();

	function put(customerId: string, after: Holder | undefined): void {
		for (const hash of holders.get(customerId)?.keyHashes ?? []) byKey.delete(hash);
		for (const hash of after?.keyHashes ?? []) byKey.set(hash, customerId);
		if (after === undefined) holders.delete(customerId);
		else holders.set(customerId, after);
	}

	const journal = await openJournal(join(directory, "cards-on-file.jsonl"), (line) => {
		const event = holderEvent.parse(line);
		put(event.customer, applyHolderEvent(holders.get(event.customer), event));
	});

	return {
		find: (customerId) => holders.get(customerId),
		findByKey: (keyHash) => holders.get(byKey.get(keyHash) ?? ""),
		list: () => [...holders.values()],
		async record(undated) {
			const event = { ...undated, at: now() };
			const before = holders.get(event.customer);
			// In memory first and without waiting, so that two events at once are held against each other.
			put(event.customer, applyHolderEvent(before, event));
			try {
				await journal.append(event);
			} catch (error) {
				put(event.customer, before);
				throw error;
			}
		},
		close: () => journal.close(),
	};
}
