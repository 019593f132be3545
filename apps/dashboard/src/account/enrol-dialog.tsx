import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { TextField } from "../ui/forms/field.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { Snippet } from "../ui/snippet.tsx";

export interface EnrolDialogProps {
	/** True when an authenticator exists, which the new one replaces. */
	isAnother: boolean;
	onClose: () => void;
	onCodes: (recoveryCodes: string[]) => void;
}

/** Secret and QR code for an authenticator app. */
interface Proposal {
	/** base32 */
	secret: string;
	qr_svg: string;
}

/** Sets an authenticator up: a confirmation first, then its picture to scan, then a code that proves that it works. */
export function EnrolDialog({ isAnother, onClose, onCodes }: EnrolDialogProps) {
	const { api, words } = useApp();
	const [proposal, setProposal] = useState<Proposal>();
	const phrases = words.account.secondFactor;
	if (proposal !== undefined) return <ConfirmCode proposal={proposal} onClose={onClose} onCodes={onCodes} />;
	return (
		<ConfirmDialog
			title={isAnother ? phrases.another : phrases.setUp}
			tone="primary"
			send={() => api.post("/account/second-factor")}
			onClose={onClose}
			onDone={setProposal}
		>
			{isAnother ? phrases.anotherExplanation : phrases.setUpExplanation}
		</ConfirmDialog>
	);
}

interface ConfirmCodeProps {
	proposal: Proposal;
	onClose: () => void;
	onCodes: (recoveryCodes: string[]) => void;
}

function ConfirmCode({ proposal, onClose, onCodes }: ConfirmCodeProps) {
	const { api, words } = useApp();
	const [code, setCode] = useState("");
	const change = useChange();
	const phrases = words.account.secondFactor;

	function confirm(): void {
		const body = { code: code.replaceAll(" ", "") };
		void change.run(
			() =>
				api.post("/account/second-factor/confirm", {
					body,
				}),
			({ recovery_codes: codes, csrf_token: token }) => {
				api.useCsrfToken(token);
				onCodes(codes);
			},
		);
	}

	return (
		<Dialog title={phrases.setUp} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm change={change} action={phrases.turnOn} onSubmit={confirm} onCancel={onClose}>
				<p>{phrases.scan}</p>
				{/* As a picture, since a page of ours never makes elements of text. */}
				<img
					class="qr-code"
					src={`data:image/svg+xml,${encodeURIComponent(proposal.qr_svg)}`}
					alt={phrases.pictureOfSecret}
					width="192"
					height="192"
				/>
				<Snippet label={phrases.secret} text={proposal.secret} />
				<TextField
					label={phrases.code}
					hint={phrases.codeHint}
					inputMode="numeric"
					autocomplete="one-time-code"
					maxLength={8}
					error={change.errorOf("code")}
					value={code}
					onText={setCode}
				/>
			</ChangeForm>
		</Dialog>
	);
}
