import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import type { Change } from "../ui/forms/change.model.ts";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { SelectField, TextField } from "../ui/forms/field.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { Snippet } from "../ui/snippet.tsx";
import { ExpiryChoice, expiryAfter } from "./expiry-choice.tsx";
import { firstRequest } from "./first-request.ts";
import { allServices, ScopesField } from "./scopes.tsx";

type Created = Schemas["CreatedCredential"];
type Channel = Schemas["Credential"]["channel"];

/** Lifetimes of access tokens, in seconds; 12 hours is preselected. */
const lifetimesSeconds = [1_200, 3_600, 43_200, 86_400];
const offeredLifetimeSeconds = 43_200;

/** Makes a credential, and shows its secret this once. */
export function NewCredentialDialog({ onClose }: { onClose: () => void }) {
	const { words } = useApp();
	const [created, setCreated] = useState<Created>();
	const change = useChange();
	const phrases = words.settings.credentials;
	if (created !== undefined) {
		return (
			<Dialog title={phrases.createdNamed(created.name)} onClose={onClose}>
				<CreatedCredential created={created} onClose={onClose} />
			</Dialog>
		);
	}
	return (
		<Dialog title={phrases.create} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<NewCredentialForm change={change} onCreated={setCreated} onCancel={onClose} />
		</Dialog>
	);
}

interface NewCredentialFormProps {
	change: Change;
	onCreated: (created: Created) => void;
	onCancel: () => void;
}

function NewCredentialForm({ change, onCreated, onCancel }: NewCredentialFormProps) {
	const { api, words } = useApp();
	const [name, setName] = useState("");
	const [channel, setChannel] = useState<Channel>("E_COMMERCE");
	const [scopes, setScopes] = useState(allServices);
	const [lifetimeSeconds, setLifetimeSeconds] = useState(offeredLifetimeSeconds);
	const [expiryDays, setExpiryDays] = useState("");
	const { credentials: phrases } = words.settings;

	function create(): void {
		const expires_at = expiryAfter(expiryDays, Date.now());
		const body = { name, channel, scopes, token_lifetime_seconds: lifetimeSeconds, expires_at };
		void change.run(() => api.post("/credentials", { body }), onCreated);
	}

	return (
		<ChangeForm change={change} action={phrases.create} onSubmit={create} onCancel={onCancel}>
			<TextField
				label={phrases.columns.name}
				hint={phrases.nameHint}
				maxLength={255}
				autocomplete="off"
				required
				error={change.errorOf("name")}
				value={name}
				onText={setName}
			/>
			<SelectField
				label={phrases.columns.channel}
				hint={phrases.channelHint}
				value={channel}
				choices={Object.entries(words.transactions.channels).map(([value, label]) => ({ value, label }))}
				onChoose={(value) => setChannel(value as Channel)}
			/>
			<ScopesField chosen={scopes} error={change.errorOf("scopes")} onChange={setScopes} />
			<SelectField
				label={phrases.lifetime}
				hint={phrases.lifetimeHint}
				value={String(lifetimeSeconds)}
				choices={lifetimesSeconds.map((seconds) => ({ value: String(seconds), label: phrases.duration(seconds) }))}
				onChoose={(value) => setLifetimeSeconds(Number(value))}
			/>
			<ExpiryChoice days={expiryDays} error={change.errorOf("expires_at")} onChoose={setExpiryDays} />
		</ChangeForm>
	);
}

function CreatedCredential({ created, onClose }: { created: Created; onClose: () => void }) {
	const { words, session } = useApp();
	const phrases = words.settings.credentials;
	return (
		<div class="section">
			<p class="notice" data-tone="warning" role="status">
				{phrases.onlyOnce}
			</p>
			<Snippet label={phrases.columns.id} text={created.client_id} />
			<Snippet label={phrases.secret} text={created.client_secret} />
			<Snippet
				label={phrases.tryIt}
				text={firstRequest({ ...created, gateway: location.origin, mode: session.merchant.mode })}
			/>
			<p>
				<button type="button" class="button" onClick={onClose}>
					{phrases.kept}
				</button>
			</p>
		</div>
	);
}
