import { type DisputeEvidence, DisputeRefused } from "@cardseal/vault";
import { ask, type Client, read } from "./client.ts";
import { type Dispute, readDispute } from "./events.ts";

/** https://docs.stripe.com/api/disputes/close */
export async function acceptDispute({ stripe }: Client, disputeId: string): Promise<void> {
	await answer(stripe.disputes.close(disputeId), { stripe }, disputeId, ({ status, evidence_details }) => {
		return status === "lost" && evidence_details?.submission_count === 0;
	});
}

/** https://docs.stripe.com/api/disputes/update: evidence is submitted once. */
export async function sendEvidence({ stripe }: Client, disputeId: string, evidence: DisputeEvidence): Promise<void> {
	const { explanation, productDescription, shippingCarrier, shippingTrackingNumber } = evidence;
	const params = {
		evidence: {
			uncategorized_text: explanation,
			...(productDescription && { product_description: productDescription }),
			...(shippingCarrier && { shipping_carrier: shippingCarrier }),
			...(shippingTrackingNumber && { shipping_tracking_number: shippingTrackingNumber }),
		},
		submit: true,
	};
	await answer(stripe.disputes.update(disputeId, params), { stripe }, disputeId, (dispute) => {
		return (
			(dispute.evidence_details?.submission_count ?? 0) > 0 && dispute.evidence?.uncategorized_text === explanation
		);
	});
}

/** @param isDone tells whether an earlier answer of ours, whose answer was lost, arrived */
async function answer(
	call: Promise<unknown>,
	{ stripe }: Pick<Client, "stripe">,
	disputeId: string,
	isDone: (dispute: Dispute) => boolean,
): Promise<void> {
	const asked = await ask(call);
	if ("answer" in asked) return;
	const { status, code, param } = asked.refusal;
	if (code === "resource_missing") throw new DisputeRefused("Stripe does not know this dispute.");
	if (status !== 400) throw new Error(`Stripe did not take the answer to the dispute (${status}).`);
	if (isDone(readDispute(await read(stripe.disputes.retrieve(disputeId))))) return;
	if (code === "dispute_evidence_page_limit_exceeded" || param?.startsWith("evidence[")) {
		throw new DisputeRefused("The explanation is too long for Stripe or the card's network. Shorten it.");
	}
	throw new DisputeRefused("Stripe takes no answer to this dispute any more, or not this one.");
}
