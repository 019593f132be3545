import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Chip } from "../ui/chip.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { CheckField } from "../ui/forms/field.tsx";
import { Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { Pairs } from "../ui/pairs.tsx";
import { Snippet } from "../ui/snippet.tsx";
import { checkoutPage } from "./checkout-page.ts";
import { SettingsHead } from "./settings-head.tsx";

/** A key that pages encrypt cards to, or did. */
type EncryptionKey = Schemas["PublicKey"];
type KeyList = Schemas["PublicKeyList"];

type Asked = { kind: "rotate" } | { kind: "destroy"; key: EncryptionKey };

/** The public keys that cards are encrypted to. */
export function KeysPage() {
	const { api, words, may, renewSession } = useApp();
	const [asked, setAsked] = useState<Asked>();
	const list = useResource((signal) => api.get("/keys", { signal }), "");
	const phrases = words.settings.keys;

	function showChanged(changed: KeyList): void {
		setAsked(undefined);
		list.show(changed);
		renewSession();
	}

	return (
		<>
			<SettingsHead>
				{may("keys.write") && (
					<button type="button" class="button-quiet" onClick={() => setAsked({ kind: "rotate" })}>
						{phrases.rotate}
					</button>
				)}
			</SettingsHead>
			<p class="muted">{phrases.explanation}</p>
			<p>
				{phrases.originsHint} <a href={hrefOf("origins", {})}>{words.settings.tabs.origins}</a>.
			</p>
			<Loaded resource={list}>
				{({ keys }) => keys.map((key) => <KeyPanel key={key.key_id} encryptionKey={key} onDestroy={setAsked} />)}
			</Loaded>
			{asked?.kind === "rotate" && (
				<ConfirmDialog
					title={phrases.rotate}
					send={() => api.post("/keys/rotate")}
					onClose={() => setAsked(undefined)}
					onDone={showChanged}
				>
					{phrases.rotateExplanation}
				</ConfirmDialog>
			)}
			{asked?.kind === "destroy" && (
				<DestroyDialog encryptionKey={asked.key} onClose={() => setAsked(undefined)} onDone={showChanged} />
			)}
		</>
	);
}

interface KeyPanelProps {
	encryptionKey: EncryptionKey;
	onDestroy: (asked: Asked) => void;
}

function KeyPanel({ encryptionKey: key, onDestroy }: KeyPanelProps) {
	const { words, formats, may, session } = useApp();
	const phrases = words.settings.keys;
	const isCurrent = key.status === "current";
	const moment = (milliseconds: number | null) => milliseconds !== null && formats.moment(milliseconds);
	return (
		<section class="panel section" aria-labelledby={`key-${key.key_id}`}>
			<div class="section-head">
				<h2 id={`key-${key.key_id}`}>
					{phrases.key} <code>{key.key_id}</code>
				</h2>
				<Chip
					tone={isCurrent ? "success" : "neutral"}
					icon={isCurrent ? "check" : "clock"}
					label={phrases.statuses[key.status]}
				/>
			</div>
			<Pairs
				pairs={[
					[phrases.created, moment(key.created_at)],
					[phrases.due, moment(key.due_at)],
					[phrases.retired, moment(key.retired_at)],
					[phrases.destroyable, moment(key.destroyable_from)],
				]}
			/>
			<Snippet label={phrases.publicKey} text={key.public_key} />
			{isCurrent && (
				<Snippet
					label={phrases.checkout}
					text={checkoutPage(session.card_form?.script_origin ?? location.origin, key.public_key)}
				/>
			)}
			{!isCurrent && may("keys.write") && (
				<p>
					<button type="button" class="button-quiet" onClick={() => onDestroy({ kind: "destroy", key })}>
						{phrases.destroyNamed(key.key_id)}
					</button>
				</p>
			)}
		</section>
	);
}

interface DestroyDialogProps {
	encryptionKey: EncryptionKey;
	onClose: () => void;
	onDone: (list: KeyList) => void;
}

/** Before a page can have lost a key, only one that others may have got hold of is worth destroying. */
function DestroyDialog({ encryptionKey: key, onClose, onDone }: DestroyDialogProps) {
	const { api, words } = useApp();
	const [isCompromised, setCompromised] = useState(false);
	const phrases = words.settings.keys;
	const body = isCompromised ? { compromised: true } : {};
	return (
		<ConfirmDialog
			title={phrases.destroyNamed(key.key_id)}
			send={() => api.post("/keys/{key_id}/retire", { path: { key_id: key.key_id }, body })}
			onClose={onClose}
			onDone={onDone}
			fields={<CheckField label={phrases.compromised} isChecked={isCompromised} onCheck={setCompromised} />}
		>
			{phrases.destroyExplanation}
		</ConfirmDialog>
	);
}
