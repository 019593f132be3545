import type { BusinessWork } from "../../jobs/business-work.ts";
import { findExpired, findNextApprovalExpiry } from "./approvals.store.ts";
import type { Approving } from "./decide-payment.ts";
import { expirePayment } from "./expire-payment.ts";

const batchSize = 100;

/** Ends payments that nobody approved or rejected in time. They cannot be approved after that, whenever this runs. */
export function approvalExpiryWork(approving: Approving): BusinessWork {
	const { database, clocks } = approving;
	return {
		name: "expiry of approvals",
		nextAt: () => findNextApprovalExpiry(database),
		async run() {
			const expired = await findExpired(database, { now: clocks.business.now(), limit: batchSize });
			for (const payment of expired) await expirePayment(approving, payment);
			return {};
		},
	};
}
