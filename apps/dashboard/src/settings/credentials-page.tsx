import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import type { Words } from "../locale/words.ts";
import { type App, useApp } from "../shell/app.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { type DialogEnds, FormDialog, OnlyOnceDialog, useDialog } from "../ui/dialog.tsx";
import { type Choice, SelectField, TextField, useForm } from "../ui/forms/fields.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import { actionColumn, type Column, column, confirmAction, RecordList } from "../ui/tables/table.tsx";
import { firstRequest } from "./first-request.ts";
import { allServices, ScopesField, scopeName } from "./scopes.tsx";
import { SettingsHead } from "./settings-head.tsx";

type Credential = Schemas["Credential"];

export function CredentialsPage() {
	const app = useApp();
	const { session, words, may } = app;
	const list = useGet("/credentials");
	const { dialog, open, ends } = useDialog(() => void list.load());
	const phrases = words.settings.credentials;

	const actions = actionColumn(words, open, (credential: Credential) => [
		[
			phrases.changeExpiry,
			phrases.changeExpiryOf(credential.name),
			<ExpiryDialog key="expiry" credential={credential} {...ends} />,
		],
		confirmAction(phrases.revoke, phrases.revokeNamed(credential.name), phrases.revokeExplanation, {
			send: () => app.api.delete("/credentials/{client_id}", { path: { client_id: credential.client_id } }),
			...ends,
		}),
	]);
	return (
		<>
			<SettingsHead>
				{may("credentials.write") && (
					<Button
						label={phrases.create}
						isPrimary
						onClick={() => open(<NewCredentialDialog onClose={() => ends.onDone(undefined)} />)}
					/>
				)}
			</SettingsHead>
			<p class="muted">{phrases.explanation}</p>
			{session.clock.ahead_ms !== 0 && <p class="notice">{phrases.clocks}</p>}
			<RecordList
				resource={list}
				rowsOf={({ credentials }) => credentials}
				phrases={phrases}
				columns={may("credentials.write") ? [...columnsFor(app), actions] : columnsFor(app)}
				keyOf="client_id"
			/>
			{dialog}
		</>
	);
}

function columnsFor({ words, formats }: App): Column<Credential>[] {
	const { columns, never, expired } = words.settings.credentials;
	return [
		column(columns.name, "text", ({ name, client_id: id, created_at: createdAt, created_by: creator }) => (
			<>
				<Breakable text={name} />
				<code class="detail">{id}</code>
				<span class="detail small muted">
					{columns.created} {formats.day(formats.dateOf(createdAt))} {creator && <bdi>{creator.name}</bdi>}
				</span>
			</>
		)),
		column(columns.channel, "plain", ({ channel }) => words.transactions.channels[channel]),
		column(columns.scopes, "text", (row) => row.scopes.map((scope) => scopeName(words, scope)).join(", ")),
		column(columns.lastUsed, "moment", ({ last_used_at: usedAt }) =>
			usedAt === null ? never : formats.moment(usedAt),
		),
		column(columns.expires, "labelled", ({ expires_at: expiresAt }) => {
			if (expiresAt === null) return never;
			return expiresAt > Date.now() ? (
				formats.day(formats.dateOf(expiresAt))
			) : (
				<Chip tone="danger" icon="cross" label={expired} />
			);
		}),
	];
}

type Created = Schemas["CreatedCredential"];
type Channel = Schemas["Credential"]["channel"];

/** Lifetimes of access tokens, in seconds; 12 hours is preselected. */
const lifetimesSeconds = [1_200, 3_600, 43_200, 86_400];
const offeredLifetimeSeconds = 43_200;

const never = "";
const dayMs = 86_400_000;

function expiryChoices({ never: neverWord, expiryIn }: Words["settings"]["credentials"]): Choice<string>[] {
	return [[never, neverWord], ...[30, 90, 180, 365].map((count) => [String(count), expiryIn(count)] as const)];
}

/** Returns the expiry for the API, ms since 1970; `null` for never. */
function expiryAfter(days: string): number | null {
	return days === never ? null : Date.now() + Number(days) * dayMs;
}

function NewCredentialDialog({ onClose }: { onClose: () => void }) {
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
			<TextField {...field("name", phrases.columns.name, phrases.nameHint)} required />
			<SelectField {...field("channel", phrases.columns.channel, phrases.channelHint)} choices={channels} />
			<ScopesField {...field("scopes")} />
			<SelectField
				{...field("token_lifetime_seconds", phrases.lifetime, phrases.lifetimeHint)}
				choices={lifetimesSeconds.map((seconds) => [String(seconds), phrases.duration(seconds)])}
			/>
			<SelectField
				{...field("expires_at", phrases.columns.expires, phrases.expiryHint)}
				choices={expiryChoices(phrases)}
			/>
		</FormDialog>
	);
}

interface CredentialDialogProps extends DialogEnds {
	credential: Schemas["Credential"];
}

function ExpiryDialog({ credential: { name, client_id }, onClose, onDone }: CredentialDialogProps) {
	const { api, words } = useApp();
	// A time, not "never", because saving without a choice must not remove an expiry.
	const { change, values, field } = useForm({ expires_at: "90" });
	const phrases = words.settings.credentials;

	function save(): void {
		const body = { expires_at: expiryAfter(values.expires_at) };
		void change.run(() => api.patch("/credentials/{client_id}", { path: { client_id }, body }), onDone);
	}

	return (
		<FormDialog title={phrases.changeExpiryOf(name)} change={change} saves onSubmit={save} onClose={onClose}>
			<SelectField
				{...field("expires_at", phrases.columns.expires, phrases.expiryHint)}
				choices={expiryChoices(phrases)}
			/>
		</FormDialog>
	);
}
