import type { MerchantSettings } from "../first-sale/demo-file.ts";
import type { Screen } from "../first-sale/print.ts";
import { headLine, linesOf, rowsOf } from "./rows.ts";
import { createSubscriber, type Subscriber } from "./subscriber.ts";

const day = 86_400_000;

/** Approved; declined once it is stored; a replacement. */
const cards = { good: "4111111111111111", declined: "4000000000000341", replacement: "5555555555554444" } as const;

/**
 * Runs a year of a subscription: payments, retries, a suspension, a new card and the recovery.
 *
 * @throws Advice when a step cannot be done
 */
export async function tellSubscriptionYear(settings: MerchantSettings, screen: Screen): Promise<void> {
	screen.line(screen.paint("bold", "A year of a monthly subscription, in the sandbox's time. No real money moves."));
	screen.line(screen.paint("dim", "The sandbox's clock moves a year ahead, and cannot go back."));
	screen.progress("Creating a customer, a card, a plan and a subscription");
	const { subscriber, now } = await createSubscriber(settings);
	screen.line();
	screen.line(`  ${headLine(screen.paint)}`);
	const start = now + day;
	await subscriber.subscribe(await subscriber.addCard(cards.good), start);
	const chapter = chaptersOn(screen, subscriber);

	await chapter("31.00 CAD a month, twelve times", start + 80 * day);
	const declined = await subscriber.addCard(cards.declined);
	await subscriber.change({ card_lookup_id: declined });
	await chapter("The customer's card starts to fail: retried after 1, 3, 5 and 7 days", start + 115 * day);
	const replacement = await subscriber.addCard(cards.replacement);
	await subscriber.change({ card_lookup_id: replacement, status: "ACTIVE" });
	await chapter("New card: the unpaid month is paid at once", start + 116 * day);
	await chapter("The rest of the year", start + 366 * day);

	screen.line();
	screen.line("The customer's emails are in the mailbox, whose link `npm start` printed.");
}

function chaptersOn(screen: Screen, subscriber: Subscriber) {
	let shown = 0;
	return async (title: string, until: number): Promise<void> => {
		screen.progress(`Moving the clock to ${new Date(until).toISOString().slice(0, 10)}`);
		await subscriber.moveClock(until);
		const rows = rowsOf(await subscriber.listPayments(), await subscriber.listMail());
		const { status, completed_cycles, total_cycles } = await subscriber.readSubscription();
		screen.line();
		screen.line(screen.paint("bold", title));
		for (const line of rows.slice(shown).flatMap((row) => linesOf(row, screen.paint))) screen.line(`  ${line}`);
		screen.line(`  The subscription is ${status}, with ${completed_cycles} of ${total_cycles} payments made.`);
		shown = rows.length;
	};
}
