import { useState } from "preact/hooks";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { TextField } from "../ui/forms/field.tsx";
import { OwnPasswordField } from "../ui/forms/own-password-field.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { useApp } from "./app.ts";
import { canUsePasskeys, signWithPasskey } from "./passkey.ts";

/** Asks for a passkey, or for password and second factor, before the gateway carries out what was asked for: an open computer is not enough. */
export function StepUpDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
	const { api, session, words } = useApp();
	const [password, setPassword] = useState("");
	const [code, setCode] = useState("");
	const change = useChange();
	const phrases = words.account.stepUp;
	// Another browser may have set up the authenticator since this page was loaded.
	const needsCode = session.user.has_second_factor || change.errorOf("code") !== undefined;

	const confirmed = ({ csrf_token: token }: { csrf_token: string }): void => {
		api.useCsrfToken(token);
		onAnswer(true);
	};

	async function sendPasskey() {
		const options = await api.post("/session/step-up/passkey/options");
		const credential = await signWithPasskey(options, words.account.passkeys.notUsed);
		return api.post("/session/step-up/passkey", { body: { credential } });
	}

	function confirm(): void {
		const body = { password, ...(needsCode && { code: code.trim() }) };
		void change.run(() => api.post("/session/step-up", { body }), confirmed);
	}

	return (
		<Dialog title={phrases.title} onClose={() => onAnswer(false)} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm change={change} action={phrases.confirm} onSubmit={confirm} onCancel={() => onAnswer(false)}>
				<p>{phrases.explanation}</p>
				{session.user.has_passkey && canUsePasskeys() && (
					<p>
						<button type="button" class="button-quiet" onClick={() => void change.run(sendPasskey, confirmed)}>
							{phrases.usePasskey}
						</button>
					</p>
				)}
				{/* Tells a password manager whose password it is. */}
				<input type="hidden" autocomplete="username" value={session.user.email} />
				<OwnPasswordField error={change.errorOf("password")} value={password} onText={setPassword} />
				{needsCode && (
					<TextField
						label={words.account.secondFactor.code}
						hint={session.user.has_authenticator ? phrases.codeHint : phrases.recoveryCodeHint}
						inputMode="text"
						autocomplete="one-time-code"
						maxLength={32}
						error={change.errorOf("code")}
						value={code}
						onText={setCode}
					/>
				)}
			</ChangeForm>
		</Dialog>
	);
}
