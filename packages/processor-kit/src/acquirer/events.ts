import { createHmac } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { DisputeState, WebhookRequest } from "@cardseal/vault";
import type { AcquirerEvent, Told, Transaction } from "../example/answers.ts";
import type { DisputeAnswer } from "../simulator.ts";
import type { Books } from "./books.ts";

type SettledItem = Extract<Told, { type: "settlement.paid" }>["settlement"]["items"][number];

const eventsPerPage = 2;
const feePerItem = 30;
const evidenceMs = 14 * 24 * 60 * 60 * 1000;

export function openEvents(books: Books, { now, webhookSecret }: { now: () => number; webhookSecret: string }) {
	const events: AcquirerEvent[] = [];
	/** Keys are the charges' references. */
	const disputes = new Map<string, { state: DisputeState; answers: DisputeAnswer[] }>();
	let settlements = 0;

	function tell(event: Told): void {
		events.push({ ...event, id: `evt_${events.length + 1}`, at: now() });
	}

	function get(reference: string): Transaction {
		const found = books.find(reference);
		if (found === undefined) throw new Error("The books do not have this reference.");
		return found;
	}

	const idOf = (reference: string) => `dsp_${get(reference).id}`;

	return {
		decided: (transaction: Transaction) => tell({ type: "transaction.decided", transaction: { ...transaction } }),

		dispute(reference: string, state: DisputeState): void {
			const { amount, currency } = get(reference);
			const dispute = { id: idOf(reference), reference, state, amount, currency, reason: "10.4" };
			const isOpen = isAnswerable(state);
			disputes.set(reference, { state, answers: disputes.get(reference)?.answers ?? [] });
			tell({ type: "dispute.changed", dispute: { ...dispute, evidence_until: isOpen ? now() + evidenceMs : null } });
		},

		/** The same answer again changes nothing. */
		answer(disputeId: string, answer: DisputeAnswer): "taken" | "closed" | "unknown" {
			const dispute = [...disputes].find(([reference]) => idOf(reference) === disputeId)?.[1];
			if (dispute === undefined) return "unknown";
			const isRepeated = dispute.answers.some((earlier) => isDeepStrictEqual(earlier, answer));
			if (isRepeated) return "taken";
			if (!isAnswerable(dispute.state)) return "closed";
			dispute.answers.push(answer);
			return "taken";
		},

		answers: (reference: string): DisputeAnswer[] => disputes.get(reference)?.answers ?? [],

		settle(references: readonly string[]): void {
			settlements += 1;
			const id = `stl_${settlements}`;
			const transactions = references.map(get);
			const items = transactions.map(({ type, reference, amount }, index): SettledItem => {
				const isRefund = type === "refund";
				const signed = isRefund ? -amount : amount;
				const kind = isRefund ? "refund" : "payment";
				return { id: `${id}_${index}`, type: kind, reference, amount: signed, fee: feePerItem, at: now() };
			});
			items.push({ id: `${id}_fee`, type: "fee", reference: null, amount: -100, fee: 0, at: now() });
			const net = items.reduce((total, { amount, fee }) => total + amount - fee, 0);
			const currency = transactions[0]?.currency ?? "CAD";
			tell({ type: "settlement.paid", settlement: { id, currency, net, items } });
		},

		after(cursor: string | undefined): { events: AcquirerEvent[]; cursor: string } {
			const start = cursor === undefined ? 0 : Number(cursor);
			const page = events.slice(start, start + eventsPerPage);
			return { events: page, cursor: String(start + page.length) };
		},

		newestWebhook(): WebhookRequest {
			const body = Buffer.from(JSON.stringify(events.at(-1)));
			const timestamp = String(Math.floor(now() / 1000));
			const mac = createHmac("sha256", webhookSecret).update(`${timestamp}.`).update(body).digest("hex");
			return { headers: { "content-type": "application/json", "acquirer-signature": `${timestamp}.${mac}` }, body };
		},
	};
}

function isAnswerable(state: DisputeState): boolean {
	return state === "open" || state === "under_review";
}
