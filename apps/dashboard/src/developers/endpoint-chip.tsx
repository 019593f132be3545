import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Chip } from "../ui/chip.tsx";

export function EndpointChip({ endpoint }: { endpoint: Schemas["Endpoint"] }) {
	const { words, formats } = useApp();
	const { disabled_reason: reason, failing_since: failingSince } = endpoint;
	const { statuses } = words.developers.endpoints;
	if (reason === null && failingSince !== null) {
		return (
			<>
				<Chip tone="warning" icon="alert" label={statuses.enabledFailing} />
				<span class="detail small muted">{statuses.since(formats.moment(failingSince))}</span>
			</>
		);
	}
	if (reason === null) return <Chip tone="success" icon="check" label={statuses.enabled} />;
	if (reason === "merchant") return <Chip tone="neutral" icon="cross" label={statuses.merchant} />;
	return <Chip tone="danger" icon="alert" label={statuses[reason]} />;
}
