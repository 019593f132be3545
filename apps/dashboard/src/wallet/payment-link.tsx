import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import type { Movement } from "./wallet-records.ts";

/** The time of a bank payment, as a link to its page. */
export function PaymentLink({ payment }: { payment: Movement }) {
	const { formats } = useApp();
	const { transaction_id, transaction_time: time } = payment;
	return (
		<a class="row-link" href={hrefOf("walletPayment", { transaction_id })}>
			<time dateTime={new Date(time).toISOString()}>{formats.moment(time)}</time>
		</a>
	);
}
