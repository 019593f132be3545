import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { canUsePasskeys, createPasskey } from "../shell/passkey.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { confirmDialog, type DialogEnds, FormDialog, useDialog } from "../ui/dialog.tsx";
import { TextField, useForm } from "../ui/forms/fields.tsx";
import { type Item, Items } from "../ui/items.tsx";
import { Loaded, useGet } from "../ui/loading/loaded.tsx";
import { Panel } from "../ui/page.tsx";
import { RecoveryCodesDialog } from "./second-factor-panel.tsx";

type Passkey = Schemas["Passkeys"]["passkeys"][number];

export function PasskeysPanel({ onChanged }: { onChanged: () => void }) {
	const app = useApp();
	const { api, words } = app;
	const { dialog, open, close } = useDialog();
	const list = useGet("/account/passkeys");
	const phrases = words.account.passkeys;

	function finish(): void {
		close();
		void list.load();
		onChanged();
	}

	function showAdded(codes: string[]): void {
		void list.load();
		if (codes.length === 0) finish();
		else open(<RecoveryCodesDialog codes={codes} onClose={finish} />);
	}

	const removal = ({ name, passkey_id }: Passkey) =>
		confirmDialog(phrases.removeNamed(name), phrases.removeExplanation, {
			send: () => api.delete("/account/passkeys/{passkey_id}", { path: { passkey_id } }),
			onClose: close,
			onDone: finish,
		});
	const add = () => open(<AddPasskeyDialog onClose={close} onDone={showAdded} />);
	return (
		<Panel title={phrases.title} action={canUsePasskeys() && <Button label={phrases.add} isSmall onClick={add} />}>
			<p>{phrases.explanation}</p>
			<Loaded resource={list}>
				{({ passkeys }) => (
					<Items
						items={passkeys.map((passkey) => passkeyItem(app, passkey, () => open(removal(passkey))))}
						none={phrases.none}
					/>
				)}
			</Loaded>
			{dialog}
		</Panel>
	);
}

/** Names a passkey and has the browser create it. Done with recovery codes when this is the first second factor. */
function AddPasskeyDialog({ onClose, onDone }: DialogEnds<string[]>) {
	const { api, words } = useApp();
	const { change, values, field } = useForm({ name: "" });
	const phrases = words.account.passkeys;

	async function add() {
		const options = await api.post("/account/passkeys/options");
		const credential = await createPasskey(options, phrases.notCreated);
		return api.post("/account/passkeys", { body: { name: values.name.trim() || phrases.defaultName, credential } });
	}

	const send = () => void change.run(add, ({ recovery_codes: codes }) => onDone(codes));

	return (
		<FormDialog title={phrases.add} change={change} action={phrases.create} onSubmit={send} onClose={onClose}>
			<p>{phrases.addExplanation}</p>
			<TextField {...field("name", phrases.name, phrases.nameHint)} maxLength={60} isOptional />
		</FormDialog>
	);
}

function passkeyItem({ words, formats }: App, passkey: Passkey, onRemove: () => void): Item {
	const phrases = words.account.passkeys;
	const { passkey_id: key, name, created_at: createdAt, last_used_at: usedAt, is_backed_up: isBackedUp } = passkey;
	const used = usedAt === null ? phrases.neverUsed : phrases.used(formats.moment(usedAt));
	return {
		key,
		name: (
			<>
				<bdi>{name}</bdi> {isBackedUp && <Chip tone="neutral" icon="check" label={phrases.synced} />}
			</>
		),
		details: `${phrases.added(formats.moment(createdAt))} · ${used}`,
		action: <Button label={phrases.remove} name={phrases.removeNamed(name)} isSmall onClick={onRemove} />,
	};
}
