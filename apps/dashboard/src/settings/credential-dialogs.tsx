import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import type { Words } from "../locale/words.ts";
import { useApp } from "../shell/app.ts";
import { type DialogEnds, FormDialog, OnlyOnceDialog } from "../ui/dialog.tsx";
import { type Choice, choicesOf, SelectField, TextField, useForm } from "../ui/forms/fields.tsx";
import { firstRequest } from "./first-request.ts";
import { allServices, ScopesField } from "./scopes.tsx";

type Created = Schemas["CreatedCredential"];
type Channel = Schemas["Credential"]["channel"];

/** Lifetimes of access tokens, in seconds; 12 hours is preselected. */
const lifetimesSeconds = [1_200, 3_600, 43_200, 86_400];
const offeredLifetimeSeconds = 43_200;

const never = "";
const dayMs = 86_400_000;

/** In days from now. */
function expiryChoices({ never: neverWord, expiryIn }: Words["settings"]["credentials"]): Choice<string>[] {
	return [[never, neverWord], ...[30, 90, 180, 365].map((count) => [String(count), expiryIn(count)] as const)];
}

/** Returns the expiry for the API, ms since 1970; `null` for never. */
function expiryAfter(days: string): number | null {
	return days === never ? null : Date.now() + Number(days) * dayMs;
}

export function NewCredentialDialog({ onClose }: { onClose: () => void }) {
	const { words, session } = useApp();
	const [created, setCreated] = useState<Created>();
	const phrases = words.settings.credentials;
	if (created === undefined) return <NewCredentialForm onClose={onClose} onDone={setCreated} />;
	return (
		<OnlyOnceDialog
			title={phrases.createdNamed(created.name)}
			warning={phrases.onlyOnce}
			texts={{
				[phrases.columns.id]: created.client_id,
				[phrases.secret]: created.client_secret,
				[phrases.tryIt]: firstRequest({ ...created, gateway: location.origin, mode: session.merchant.mode }),
			}}
			kept={phrases.kept}
			onClose={onClose}
		/>
	);
}

function NewCredentialForm({ onClose, onDone }: DialogEnds<Created>) {
	const { api, words } = useApp();
	const { change, values, field } = useForm({
		name: "",
		channel: "E_COMMERCE" as Channel,
		scopes: allServices,
		token_lifetime_seconds: String(offeredLifetimeSeconds),
		expires_at: never,
	});
	const { credentials: phrases } = words.settings;
	// Payments made at a processor need no credential.
	const { PROCESSOR: _, ...channels } = words.transactions.channels;

	function create(): void {
		const { token_lifetime_seconds: seconds, expires_at: days } = values;
		const body = { ...values, token_lifetime_seconds: Number(seconds), expires_at: expiryAfter(days) };
		void change.run(() => api.post("/credentials", { body }), onDone);
	}

	return (
		<FormDialog title={phrases.create} change={change} onSubmit={create} onClose={onClose}>
			<TextField {...field("name")} label={phrases.columns.name} hint={phrases.nameHint} required />
			<SelectField
				{...field("channel")}
				label={phrases.columns.channel}
				hint={phrases.channelHint}
				choices={choicesOf<Channel>(channels)}
			/>
			<ScopesField {...field("scopes")} />
			<SelectField
				{...field("token_lifetime_seconds")}
				label={phrases.lifetime}
				hint={phrases.lifetimeHint}
				choices={lifetimesSeconds.map((seconds) => [String(seconds), phrases.duration(seconds)])}
			/>
			<SelectField
				{...field("expires_at")}
				label={phrases.columns.expires}
				hint={phrases.expiryHint}
				choices={expiryChoices(phrases)}
			/>
		</FormDialog>
	);
}

export interface CredentialDialogProps extends DialogEnds {
	credential: Schemas["Credential"];
}

export function ExpiryDialog({ credential: { name, client_id }, onClose, onDone }: CredentialDialogProps) {
	const { api, words } = useApp();
	// A time, not "never", because saving without a choice must not remove an expiry.
	const { change, values, field } = useForm({ expires_at: "90" });
	const phrases = words.settings.credentials;

	function save(): void {
		const body = { expires_at: expiryAfter(values.expires_at) };
		void change.run(() => api.patch("/credentials/{client_id}", { path: { client_id }, body }), onDone);
	}

	return (
		<FormDialog
			title={phrases.changeExpiryOf(name)}
			change={change}
			action={words.shared.save}
			onSubmit={save}
			onClose={onClose}
		>
			<SelectField
				{...field("expires_at")}
				label={phrases.columns.expires}
				hint={phrases.expiryHint}
				choices={expiryChoices(phrases)}
			/>
		</FormDialog>
	);
}
