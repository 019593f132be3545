import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf, navigate } from "../shell/router.ts";
import { Button, SendButton } from "../ui/button.tsx";
import { confirmDialog, useDialog } from "../ui/dialog.tsx";
import { type RecordProps, recordPage } from "../ui/loading/loaded.tsx";
import { News, PageHead, Warning } from "../ui/page.tsx";
import { DetailsPanel } from "../ui/pairs.tsx";
import { DeliveriesPanel } from "./deliveries-panel.tsx";
import { EndpointChip } from "./endpoint-chip.tsx";
import { type Endpoint, EndpointForm, endpointRoute, RotateDialog } from "./endpoint-dialogs.tsx";

export const EndpointPage = recordPage("/event-service/endpoint/{endpoint_id}", "developers", EndpointDetails);

/** A ping is delivered within moments; a server has 15 s to answer. */
const pingPauseMs = 500;
const pingReadings = 40;

function EndpointDetails({ record: endpoint, resource }: RecordProps<Endpoint>) {
	const app = useApp();
	const { api, words, formats, may } = app;
	const { tabs, endpoints: phrases } = words.developers;
	const { dialog, open, close, ends } = useDialog(() => void resource.load());
	const [news, setNews] = useState("");
	const [newest, setNewest] = useState("");
	const { lookup_id: id, disabled_reason: reason } = endpoint;
	const isEnabled = reason === null;

	const path = { endpoint_id: id };

	async function ping(): Promise<string> {
		const { event_id } = await api.post("/event-service/endpoint/{endpoint_id}/test", { path });
		setNews(phrases.pinged);
		const query = new URLSearchParams({ event_id, limit: "1" });
		for (let reading = 0; reading < pingReadings; reading += 1) {
			await new Promise((resolve) => setTimeout(resolve, pingPauseMs));
			const list = await api.get("/event-service/endpoint/{endpoint_id}/delivery", { path, query });
			const [delivery] = list.deliveries;
			if (delivery === undefined) continue;
			setNewest(event_id);
			const { status, error, duration_ms: duration } = delivery;
			if (error === null) return phrases.pingDelivered(String(status), formats.count(duration));
			return phrases.pingFailed(phrases.deliveries.errors[error], status === null ? "" : String(status));
		}
		return phrases.pinged;
	}

	const switching = isEnabled
		? confirmDialog(phrases.disable, phrases.disableExplanation, {
				send: () => api.patch(endpointRoute, { path, body: { status: "DISABLED" } }),
				...ends,
			})
		: confirmDialog(phrases.enable, phrases.enableExplanation, {
				tone: "primary",
				send: () => api.patch(endpointRoute, { path, body: { status: "ENABLED" } }),
				...ends,
			});
	const removal = confirmDialog(phrases.remove, phrases.removeExplanation, {
		send: () => api.delete(endpointRoute, { path }),
		onClose: close,
		onDone: () => navigate(hrefOf("endpoints", {}), { replace: true }),
	});
	const action = (label: string, dialogOf: VNode) => <Button label={label} onClick={() => open(dialogOf)} />;
	return (
		<>
			<PageHead
				status={<EndpointChip endpoint={endpoint} />}
				title={endpoint.url}
				back={{ href: hrefOf("endpoints", {}), label: tabs.endpoints }}
			>
				{may("credentials.write") && (
					<>
						{isEnabled && <SendButton label={phrases.ping} send={ping} onNews={setNews} />}
						{action(phrases.edit, <EndpointForm title={phrases.editTitle} endpoint={endpoint} {...ends} />)}
						{action(phrases.rotate, <RotateDialog endpoint={endpoint} onClose={close} />)}
						{action(isEnabled ? phrases.disable : phrases.enable, switching)}
						{action(phrases.remove, removal)}
					</>
				)}
			</PageHead>
			{reason !== null && <Warning>{phrases.whyDisabled[reason]}</Warning>}
			<News text={news} />
			<DetailsPanel pairs={pairsOf(app, endpoint)} />
			<DeliveriesPanel endpointId={id} newest={newest} onNews={setNews} />
			{dialog}
		</>
	);
}

function pairsOf({ words, formats }: App, { types, description, created, lookup_id: id }: Endpoint) {
	const { columns, allTypes, id: idName } = words.developers.endpoints;
	return [
		[columns.types, types === null ? allTypes : types.join(", ")],
		[columns.description, description],
		[columns.created, formats.moment(created)],
		[idName, id],
	] as const;
}
