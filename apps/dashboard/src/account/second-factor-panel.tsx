import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { confirmDialog, FormDialog, OnlyOnceDialog, useDialog } from "../ui/dialog.tsx";
import { NumberField, useForm } from "../ui/forms/fields.tsx";
import { Panel } from "../ui/page.tsx";
import { QrCode, Snippet } from "../ui/snippet.tsx";

type User = Pick<Schemas["Session"]["user"], "has_second_factor" | "has_authenticator" | "has_passkey">;

export function SecondFactorPanel({ user, onChanged }: { user: User; onChanged: () => void }) {
	const { api, words, session } = useApp();
	const { dialog, open, close } = useDialog();
	const phrases = words.account.secondFactor;
	const { has_second_factor: hasSecondFactor, has_authenticator: hasAuthenticator, has_passkey: hasPasskey } = user;
	const on = <Chip tone="success" icon="check" label={words.staff.isOn} />;
	const off = <Chip tone="warning" icon="alert" label={words.staff.isOff} />;

	function finish(): void {
		close();
		onChanged();
	}

	const showCodes = (codes: string[]) => open(<RecoveryCodesDialog codes={codes} onClose={finish} />);
	const enrol = <EnrolDialog isAnother={hasAuthenticator} onClose={close} onCodes={showCodes} />;
	const renewCodes = confirmDialog(phrases.newCodes, phrases.newCodesExplanation, {
		tone: "primary",
		send: () => api.post("/account/recovery-codes"),
		onClose: close,
		onDone: ({ recovery_codes: codes }) => showCodes(codes),
	});
	const turnOff = confirmDialog(
		hasPasskey ? phrases.removeAuthenticator : phrases.turnOff,
		hasPasskey ? phrases.removeExplanation : phrases.turnOffExplanation,
		{
			send: () => api.delete("/account/second-factor"),
			onClose: close,
			onDone: finish,
		},
	);
	return (
		<Panel title={phrases.title} action={hasSecondFactor ? on : off}>
			<p>{phrases.explanation}</p>
			<div class="form-actions">
				<Button label={hasAuthenticator ? phrases.another : phrases.setUp} onClick={() => open(enrol)} />
				{hasSecondFactor && <Button label={phrases.newCodes} onClick={() => open(renewCodes)} />}
				{/* Staff of a live account always have a second factor. */}
				{hasAuthenticator && (hasPasskey || session.merchant.mode === "demo") && (
					<Button label={hasPasskey ? phrases.removeAuthenticator : phrases.turnOff} onClick={() => open(turnOff)} />
				)}
			</div>
			{dialog}
		</Panel>
	);
}

export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
	const { codesTitle, codesExplanation, codes: label, kept } = useApp().words.account.secondFactor;
	const texts = { [label]: codes.join("\n") };
	return <OnlyOnceDialog title={codesTitle} warning={codesExplanation} texts={texts} kept={kept} onClose={onClose} />;
}

interface EnrolDialogProps {
	isAnother: boolean;
	onClose: () => void;
	onCodes: (recoveryCodes: string[]) => void;
}

interface Proposal {
	/** base32 */
	secret: string;
	qr_svg: string;
}

function EnrolDialog({ isAnother, onClose, onCodes }: EnrolDialogProps) {
	const { api, words } = useApp();
	const [proposal, setProposal] = useState<Proposal>();
	const phrases = words.account.secondFactor;
	if (proposal !== undefined) return <ConfirmCode proposal={proposal} onClose={onClose} onCodes={onCodes} />;
	return confirmDialog(
		isAnother ? phrases.another : phrases.setUp,
		isAnother ? phrases.anotherExplanation : phrases.setUpExplanation,
		{ tone: "primary", send: () => api.post("/account/second-factor"), onClose, onDone: setProposal },
	);
}

function ConfirmCode({ proposal, onClose, onCodes }: Omit<EnrolDialogProps, "isAnother"> & { proposal: Proposal }) {
	const { api, words } = useApp();
	const { change, values, field } = useForm({ code: "" });
	const phrases = words.account.secondFactor;

	function confirm(): void {
		const body = { code: values.code.replaceAll(" ", "") };
		void change.run(
			() => api.post("/account/second-factor/confirm", { body }),
			({ recovery_codes: codes }) => onCodes(codes),
		);
	}

	return (
		<FormDialog title={phrases.setUp} change={change} action={phrases.turnOn} onSubmit={confirm} onClose={onClose}>
			<p>{phrases.scan}</p>
			<QrCode svg={proposal.qr_svg} alt={phrases.pictureOfSecret} />
			<Snippet label={phrases.secret} text={proposal.secret} />
			<NumberField {...field("code", phrases.code, phrases.codeHint)} autocomplete="one-time-code" maxLength={8} />
		</FormDialog>
	);
}
