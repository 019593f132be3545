import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { confirmDialog, type DialogEnds, useDialog } from "../ui/dialog.tsx";
import { CheckField } from "../ui/forms/fields.tsx";
import { Loaded, useGet } from "../ui/loading/loaded.tsx";
import { Panel } from "../ui/page.tsx";
import { Pairs } from "../ui/pairs.tsx";
import { Snippet } from "../ui/snippet.tsx";
import { SettingsHead } from "./settings-head.tsx";

type EncryptionKey = Schemas["PublicKey"];
type KeyList = Schemas["PublicKeyList"];

export function KeysPage() {
	const { api, words, may, renewSession } = useApp();
	const list = useGet("/keys");
	const { dialog, open, ends } = useDialog((changed: KeyList) => {
		list.show(changed);
		renewSession();
	});
	const phrases = words.settings.keys;
	const rotate = confirmDialog(phrases.rotate, phrases.rotateExplanation, {
		send: () => api.post("/keys/rotate"),
		...ends,
	});
	const destroy = (key: EncryptionKey) => open(<DestroyDialog encryptionKey={key} {...ends} />);
	return (
		<>
			<SettingsHead>{may("keys.write") && <Button label={phrases.rotate} onClick={() => open(rotate)} />}</SettingsHead>
			<p class="muted">{phrases.explanation}</p>
			<p>
				{phrases.originsHint} <a href={hrefOf("origins", {})}>{words.settings.tabs.origins}</a>.
			</p>
			<Loaded resource={list}>
				{({ keys }) =>
					keys.map((key) => <KeyPanel key={key.key_id} encryptionKey={key} onDestroy={() => destroy(key)} />)
				}
			</Loaded>
			{dialog}
		</>
	);
}

function KeyPanel({ encryptionKey: key, onDestroy }: { encryptionKey: EncryptionKey; onDestroy: () => void }) {
	const { words, formats, may, session } = useApp();
	const phrases = words.settings.keys;
	const isCurrent = key.status === "current";
	const moment = (milliseconds: number | null) => milliseconds !== null && formats.moment(milliseconds);
	return (
		<Panel
			title={
				<>
					{phrases.key} <code>{key.key_id}</code>
				</>
			}
			action={
				<Chip
					tone={isCurrent ? "success" : "neutral"}
					icon={isCurrent ? "check" : "clock"}
					label={phrases.statuses[key.status]}
				/>
			}
		>
			<Pairs
				pairs={[
					[phrases.created, moment(key.created_at)],
					[phrases.due, moment(key.due_at)],
					[phrases.statuses.retired, moment(key.retired_at)],
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
					<Button label={phrases.destroyNamed(key.key_id)} onClick={onDestroy} />
				</p>
			)}
		</Panel>
	);
}

/** The lines of a checkout page that take a card: they work on every origin that is allowed for the key. */
function checkoutPage(gateway: string, publicKey: string): string {
	return `<script src="${gateway}/v1/cardseal.js" defer></script>
<form action="/pay" method="post">
  <cardseal-card public-key="${publicKey}"></cardseal-card>
  <button>Pay</button>
</form>
`;
}

/** Before a page can have lost a key, only one that others may have got hold of is worth destroying. */
function DestroyDialog({ encryptionKey: key, ...ends }: DialogEnds<KeyList> & { encryptionKey: EncryptionKey }) {
	const { api, words } = useApp();
	const [isCompromised, setCompromised] = useState(false);
	const phrases = words.settings.keys;
	const body = isCompromised ? { compromised: true } : {};
	return confirmDialog(phrases.destroyNamed(key.key_id), phrases.destroyExplanation, {
		send: () => api.post("/keys/{key_id}/retire", { path: { key_id: key.key_id }, body }),
		fields: <CheckField label={phrases.compromised} value={isCompromised} onChange={setCompromised} />,
		...ends,
	});
}
