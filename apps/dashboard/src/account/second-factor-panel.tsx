import { useState } from "preact/hooks";
import type { SessionRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { ConfirmDialog, OnlyOnceDialog } from "../ui/dialog.tsx";
import { Panel } from "../ui/page.tsx";
import { EnrolDialog } from "./enrol-dialog.tsx";

type User = Pick<SessionRecord["user"], "has_second_factor" | "has_authenticator" | "has_passkey">;

type Asked = { kind: "enrol" | "renew-codes" | "turn-off" } | { kind: "codes"; codes: string[] };

/** An authenticator beside the password, and the codes for when it is lost. */
export function SecondFactorPanel({ user, onChanged }: { user: User; onChanged: () => void }) {
	const { words, session } = useApp();
	const [asked, setAsked] = useState<Asked>();
	const phrases = words.account.secondFactor;
	const { has_second_factor: hasSecondFactor, has_authenticator: hasAuthenticator, has_passkey: hasPasskey } = user;
	const on = <Chip tone="success" icon="check" label={words.staff.isOn} />;
	const off = <Chip tone="warning" icon="alert" label={words.staff.isOff} />;
	return (
		<Panel title={phrases.title} action={hasSecondFactor ? on : off}>
			<p>{phrases.explanation}</p>
			<div class="form-actions">
				<Button
					label={hasAuthenticator ? phrases.another : phrases.setUp}
					onClick={() => setAsked({ kind: "enrol" })}
				/>
				{hasSecondFactor && <Button label={phrases.newCodes} onClick={() => setAsked({ kind: "renew-codes" })} />}
				{/* Staff of a live account always have a second factor. */}
				{hasAuthenticator && (hasPasskey || session.merchant.mode === "demo") && (
					<Button
						label={hasPasskey ? phrases.removeAuthenticator : phrases.turnOff}
						onClick={() => setAsked({ kind: "turn-off" })}
					/>
				)}
			</div>
			{asked && (
				<SecondFactorDialog
					asked={asked}
					user={user}
					onCodes={(codes) => setAsked({ kind: "codes", codes })}
					onClose={() => setAsked(undefined)}
					onDone={() => {
						setAsked(undefined);
						onChanged();
					}}
				/>
			)}
		</Panel>
	);
}

interface SecondFactorDialogProps {
	asked: Asked;
	user: User;
	onCodes: (codes: string[]) => void;
	onClose: () => void;
	onDone: () => void;
}

function SecondFactorDialog(props: SecondFactorDialogProps) {
	const { asked, user, onCodes, onClose, onDone } = props;
	const { api, words } = useApp();
	const phrases = words.account.secondFactor;
	if (asked.kind === "codes") return <RecoveryCodesDialog codes={asked.codes} onClose={onDone} />;
	if (asked.kind === "enrol") {
		return <EnrolDialog isAnother={user.has_authenticator} onClose={onClose} onCodes={onCodes} />;
	}
	if (asked.kind === "turn-off") {
		return (
			<ConfirmDialog
				title={user.has_passkey ? phrases.removeAuthenticator : phrases.turnOff}
				send={() => api.delete("/account/second-factor")}
				onClose={onClose}
				onDone={({ csrf_token: token }) => {
					api.useCsrfToken(token);
					onDone();
				}}
			>
				{user.has_passkey ? phrases.removeExplanation : phrases.turnOffExplanation}
			</ConfirmDialog>
		);
	}
	return (
		<ConfirmDialog
			title={phrases.newCodes}
			tone="primary"
			send={() => api.post("/account/recovery-codes")}
			onClose={onClose}
			onDone={({ recovery_codes: codes }) => onCodes(codes)}
		>
			{phrases.newCodesExplanation}
		</ConfirmDialog>
	);
}

/** The codes for when the authenticator is lost, this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
	const { codesTitle, codesExplanation, codes: label, kept } = useApp().words.account.secondFactor;
	const texts = { [label]: codes.join("\n") };
	return <OnlyOnceDialog title={codesTitle} warning={codesExplanation} texts={texts} kept={kept} onClose={onClose} />;
}
