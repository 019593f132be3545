import { remindOwners } from "@cardseal/merchants";
import { recordEvent, system } from "@cardseal/platform/audit";
import { withWalletLock } from "../wallet/wallet.ts";
import { lockApprovable, saveDecision } from "./approvals.store.ts";
import { type Approving, payeeOf, withdraw } from "./decide-payment.ts";

export function expirePayment(
	approving: Approving,
	{ transactionId, merchantId }: { transactionId: string; merchantId: number },
): Promise<void> {
	const { database, clocks } = approving;
	return withWalletLock(database, merchantId, async (transaction) => {
		const now = clocks.business.now();
		const waiting = await lockApprovable(transaction, { merchantId, transactionId });
		if (waiting?.payment.approval !== "WAITING") return;
		await saveDecision(transaction, transactionId, { by: null, now });
		const ended = await withdraw(approving, transaction, waiting, { approval: "EXPIRED", now });
		const { amount_cents } = ended;
		const about = { object: transactionId, merchantId, caller: system("gateway") };
		await recordEvent(transaction, clocks, { ...about, type: "send.approval_expired", details: { amount_cents } });
		const details = { about: payeeOf(ended), amount_cents };
		await remindOwners(transaction, { event: "send.approval_expired", merchantId, details, now });
	});
}
