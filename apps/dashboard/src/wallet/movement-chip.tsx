import { useApp } from "../shell/app.ts";
import { Chip } from "../ui/chip.tsx";
import { endingOf, type Movement } from "./wallet-records.ts";

/** The state of a bank payment; of one that was not paid, the reason. */
export function MovementChip({ movement }: { movement: Movement }) {
	const { statuses, endings, approvals } = useApp().words.wallet;
	const { transaction_result: result } = movement;
	if (result === "APPROVED") return <Chip tone="success" icon="check" label={statuses.APPROVED} />;
	if (result === "PENDING") {
		const label = movement.approval === "WAITING" ? approvals.status : statuses.PENDING;
		return <Chip tone="warning" icon="clock" label={label} />;
	}
	const ending = endingOf(movement);
	if (ending === "expired") return <Chip tone="neutral" icon="clock" label={endings.expired} />;
	return <Chip tone="danger" icon="cross" label={ending === undefined ? statuses.DECLINED : endings[ending]} />;
}
