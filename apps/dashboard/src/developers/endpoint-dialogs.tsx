import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { CheckField, CheckGroup, TextField } from "../ui/forms/field.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { Snippet } from "../ui/snippet.tsx";
import { eventTypes } from "./event-types.ts";

export type Endpoint = Schemas["Endpoint"];
type EndpointWish = Pick<Endpoint, "url" | "types" | "description">;
type WithSecret = Schemas["EndpointWithSecret"];

/** Adds an endpoint, and shows its secret this once. */
export function NewEndpointDialog({ onClose }: { onClose: () => void }) {
	const { words } = useApp();
	const [created, setCreated] = useState<WithSecret>();
	const { add, added } = words.developers.endpoints;
	if (created === undefined) return <EndpointForm title={add} onClose={onClose} onDone={setCreated} />;
	return <SecretDialog title={added} endpoint={created} onClose={onClose} />;
}

interface EndpointChangeProps {
	endpoint: Endpoint;
	onClose: () => void;
	onDone: () => void;
}

export function EditEndpointDialog({ endpoint, onClose, onDone }: EndpointChangeProps) {
	const { words } = useApp();
	const { editTitle } = words.developers.endpoints;
	return <EndpointForm title={editTitle} endpoint={endpoint} onClose={onClose} onDone={onDone} />;
}

interface EndpointFormProps {
	title: string;
	/** Missing for a new one. */
	endpoint?: Endpoint;
	onClose: () => void;
	onDone: (saved: WithSecret) => void;
}

/** The fields of an endpoint. A changed one has no secret in its answer. */
function EndpointForm({ title, endpoint, onClose, onDone }: EndpointFormProps) {
	const { api, words } = useApp();
	const [url, setUrl] = useState(endpoint?.url ?? "");
	const [isForAll, setForAll] = useState((endpoint?.types ?? null) === null);
	const [types, setTypes] = useState(endpoint?.types ?? []);
	const [description, setDescription] = useState(endpoint?.description ?? "");
	const change = useChange();
	const { endpoints: phrases } = words.developers;

	function save(): void {
		const wish: EndpointWish = { url, types: isForAll ? null : types, description: description.trim() || null };
		const send = () =>
			endpoint === undefined
				? api.post("/event-service/endpoint", { body: wish })
				: api.patch("/event-service/endpoint/{endpoint_id}", {
						path: { endpoint_id: endpoint.lookup_id },
						body: changedFields(endpoint, wish),
					});
		void change.run(send, (saved) => onDone(saved as WithSecret));
	}

	return (
		<Dialog title={title} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm
				change={change}
				action={endpoint === undefined ? title : words.shared.save}
				onSubmit={save}
				onCancel={onClose}
			>
				<TextField
					label={phrases.columns.url}
					hint={phrases.urlHint}
					inputMode="url"
					maxLength={2_000}
					autocomplete="off"
					spellcheck={false}
					required
					error={change.errorOf("url")}
					value={url}
					onText={setUrl}
				/>
				<CheckField label={phrases.allTypes} isChecked={isForAll} onCheck={setForAll} />
				{!isForAll && (
					<CheckGroup
						legend={phrases.types}
						choices={eventTypes}
						labelOf={(type) => type}
						chosen={types}
						error={change.errorOf("types")}
						onChange={setTypes}
					/>
				)}
				<TextField
					label={phrases.columns.description}
					hint={phrases.descriptionHint}
					isOptional
					maxLength={255}
					autocomplete="off"
					error={change.errorOf("description")}
					value={description}
					onText={setDescription}
				/>
			</ChangeForm>
		</Dialog>
	);
}

/** Returns the fields that the form changed: another person may have changed the others meanwhile. */
function changedFields(before: Endpoint, { url, types, description }: EndpointWish): Partial<EndpointWish> {
	return {
		...(url !== before.url && { url }),
		...(String(types) !== String(before.types) && { types }),
		...(description !== before.description && { description }),
	};
}

/** Replaces the secret of an endpoint, and shows the new one this once. */
export function RotateDialog({ endpoint, onClose }: Omit<EndpointChangeProps, "onDone">) {
	const { api, words } = useApp();
	const [rotated, setRotated] = useState<WithSecret>();
	const phrases = words.developers.endpoints;
	if (rotated !== undefined) return <SecretDialog title={phrases.rotated} endpoint={rotated} onClose={onClose} />;
	return (
		<ConfirmDialog
			title={phrases.rotate}
			tone="primary"
			send={() =>
				api.post("/event-service/endpoint/{endpoint_id}/rotate-secret", { path: { endpoint_id: endpoint.lookup_id } })
			}
			onClose={onClose}
			onDone={setRotated}
		>
			{phrases.rotateExplanation}
		</ConfirmDialog>
	);
}

interface SecretDialogProps {
	title: string;
	endpoint: WithSecret;
	onClose: () => void;
}

function SecretDialog({ title, endpoint, onClose }: SecretDialogProps) {
	const { words } = useApp();
	const phrases = words.developers.endpoints;
	return (
		<Dialog title={title} onClose={onClose}>
			<div class="section">
				<p class="notice" data-tone="warning" role="status">
					{phrases.onlyOnce}
				</p>
				<Snippet label={phrases.secret} text={endpoint.secret} />
				<p>
					<button type="button" class="button" onClick={onClose}>
						{phrases.kept}
					</button>
				</p>
			</div>
		</Dialog>
	);
}

/** Disables an endpoint, or enables it again. */
export function StatusDialog({ endpoint, onClose, onDone }: EndpointChangeProps) {
	const { api, words } = useApp();
	const phrases = words.developers.endpoints;
	const isEnabled = endpoint.status === "ENABLED";
	const status = isEnabled ? "DISABLED" : "ENABLED";
	return (
		<ConfirmDialog
			title={isEnabled ? phrases.disable : phrases.enable}
			tone={isEnabled ? "danger" : "primary"}
			send={() =>
				api.patch("/event-service/endpoint/{endpoint_id}", {
					path: { endpoint_id: endpoint.lookup_id },
					body: { status },
				})
			}
			onClose={onClose}
			onDone={onDone}
		>
			{isEnabled ? phrases.disableExplanation : phrases.enableExplanation}
		</ConfirmDialog>
	);
}

export function DeleteEndpointDialog({ endpoint, onClose, onDone }: EndpointChangeProps) {
	const { api, words } = useApp();
	const phrases = words.developers.endpoints;
	return (
		<ConfirmDialog
			title={phrases.remove}
			send={() => api.delete("/event-service/endpoint/{endpoint_id}", { path: { endpoint_id: endpoint.lookup_id } })}
			onClose={onClose}
			onDone={onDone}
		>
			{phrases.removeExplanation}
		</ConfirmDialog>
	);
}
