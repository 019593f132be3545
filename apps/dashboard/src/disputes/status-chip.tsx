import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Chip, type Tone } from "../ui/chip.tsx";
import type { IconName } from "../ui/icon.tsx";

export type DisputeRecord = Schemas["DisputeRecord"];

const looks: Record<DisputeRecord["status"], { tone: Tone; icon: IconName }> = {
	open: { tone: "warning", icon: "alert" },
	under_review: { tone: "accent", icon: "clock" },
	won: { tone: "success", icon: "check" },
	lost: { tone: "danger", icon: "cross" },
	accepted: { tone: "neutral", icon: "undo" },
};

/** The status of a dispute, as icon and word. */
export function DisputeStatusChip({ status }: Pick<DisputeRecord, "status">) {
	const { words } = useApp();
	return <Chip {...looks[status]} label={words.disputes.statuses[status]} />;
}
