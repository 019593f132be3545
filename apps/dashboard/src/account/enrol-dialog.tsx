import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { ConfirmDialog, FormDialog } from "../ui/dialog.tsx";
import { NumberField, useForm } from "../ui/forms/fields.tsx";
import { QrCode, Snippet } from "../ui/snippet.tsx";

export interface EnrolDialogProps {
	/** True when an authenticator exists, which the new one replaces. */
	isAnother: boolean;
	onClose: () => void;
	onCodes: (recoveryCodes: string[]) => void;
}

interface Proposal {
	/** base32 */
	secret: string;
	qr_svg: string;
}

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

function ConfirmCode({ proposal, onClose, onCodes }: Omit<EnrolDialogProps, "isAnother"> & { proposal: Proposal }) {
	const { api, words } = useApp();
	const { change, values, field } = useForm({ code: "" });
	const phrases = words.account.secondFactor;

	function confirm(): void {
		const body = { code: values.code.replaceAll(" ", "") };
		void change.run(
			() => api.post("/account/second-factor/confirm", { body }),
			({ recovery_codes: codes, csrf_token: token }) => {
				api.useCsrfToken(token);
				onCodes(codes);
			},
		);
	}

	return (
		<FormDialog title={phrases.setUp} change={change} action={phrases.turnOn} onSubmit={confirm} onClose={onClose}>
			<p>{phrases.scan}</p>
			<QrCode svg={proposal.qr_svg} alt={phrases.pictureOfSecret} />
			<Snippet label={phrases.secret} text={proposal.secret} />
			<NumberField
				{...field("code")}
				label={phrases.code}
				hint={phrases.codeHint}
				autocomplete="one-time-code"
				maxLength={8}
			/>
		</FormDialog>
	);
}
