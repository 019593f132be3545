import { useState } from "preact/hooks";
import { changedFields } from "../api/changed-fields.ts";
import type { Schemas } from "../api/records.ts";
import { eventTypes } from "../generated/api.ts";
import { useApp } from "../shell/app.ts";
import { confirmDialog, type DialogEnds, FormDialog, OnlyOnceDialog } from "../ui/dialog.tsx";
import { CheckField, CheckGroup, TextField, useForm } from "../ui/forms/fields.tsx";

export type Endpoint = Schemas["Endpoint"];
type EndpointWish = Pick<Endpoint, "url" | "types" | "description">;
type WithSecret = Schemas["EndpointWithSecret"];

export const endpointRoute = "/event-service/endpoint/{endpoint_id}";

export function NewEndpointDialog({ onClose }: { onClose: () => void }) {
	const { words } = useApp();
	const [created, setCreated] = useState<WithSecret>();
	const { add, added } = words.developers.endpoints;
	if (created !== undefined) return <SecretDialog title={added} endpoint={created} onClose={onClose} />;
	return <EndpointForm title={add} onClose={onClose} onDone={(saved) => setCreated(saved as WithSecret)} />;
}

export interface EndpointDialogProps extends DialogEnds {
	endpoint: Endpoint;
}

interface EndpointFormProps extends DialogEnds<Endpoint | WithSecret> {
	title: string;
	endpoint?: Endpoint;
}

export function EndpointForm({ title, endpoint, onClose, onDone }: EndpointFormProps) {
	const { api, words } = useApp();
	const { change, values, field } = useForm({
		url: endpoint?.url ?? "",
		isForAll: (endpoint?.types ?? null) === null,
		types: endpoint?.types ?? [],
		description: endpoint?.description ?? "",
	});
	const { endpoints: phrases } = words.developers;

	function save(): void {
		const { url, isForAll, types, description } = values;
		const wish: EndpointWish = { url, types: isForAll ? null : types, description: description.trim() || null };
		const send = (): Promise<Endpoint | WithSecret> =>
			endpoint === undefined
				? api.post("/event-service/endpoint", { body: wish })
				: api.patch(endpointRoute, {
						path: { endpoint_id: endpoint.lookup_id },
						body: changedFields<EndpointWish>(endpoint, wish),
					});
		void change.run(send, onDone);
	}

	return (
		<FormDialog
			title={title}
			change={change}
			action={endpoint === undefined ? title : words.shared.save}
			onSubmit={save}
			onClose={onClose}
		>
			<TextField
				{...field("url", phrases.columns.url, phrases.urlHint)}
				inputMode="url"
				maxLength={2_000}
				spellcheck={false}
				required
			/>
			<CheckField {...field("isForAll", phrases.allTypes)} />
			{!values.isForAll && <CheckGroup {...field("types", phrases.types)} choices={eventTypes} />}
			<TextField {...field("description", phrases.columns.description, phrases.descriptionHint)} isOptional />
		</FormDialog>
	);
}

export function RotateDialog({ endpoint, onClose }: Omit<EndpointDialogProps, "onDone">) {
	const { api, words } = useApp();
	const [rotated, setRotated] = useState<WithSecret>();
	const phrases = words.developers.endpoints;
	const path = { endpoint_id: endpoint.lookup_id };
	if (rotated !== undefined) return <SecretDialog title={phrases.rotated} endpoint={rotated} onClose={onClose} />;
	return confirmDialog(phrases.rotate, phrases.rotateExplanation, {
		tone: "primary",
		send: () => api.post("/event-service/endpoint/{endpoint_id}/rotate-secret", { path }),
		onClose,
		onDone: setRotated,
	});
}

function SecretDialog({ title, endpoint, onClose }: { title: string; endpoint: WithSecret; onClose: () => void }) {
	const { developers, settings } = useApp().words;
	const { secret, onlyOnce } = developers.endpoints;
	const { kept } = settings.credentials;
	const texts = { [secret]: endpoint.secret };
	return <OnlyOnceDialog title={title} warning={onlyOnce} texts={texts} kept={kept} onClose={onClose} />;
}
