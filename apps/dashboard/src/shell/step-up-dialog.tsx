import { Button } from "../ui/button.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { OwnPasswordField, TextField, useForm } from "../ui/forms/fields.tsx";
import { useApp } from "./app.ts";
import { canUsePasskeys, signWithPasskey } from "./passkey.ts";

/** Asks for a passkey, or for password and second factor, before the gateway carries out what was asked for: an open computer is not enough. */
export function StepUpDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
	const { api, session, words } = useApp();
	const { change, values, field } = useForm({ password: "", code: "" });
	const phrases = words.account.stepUp;
	// Another browser may have set up the authenticator since this page was loaded.
	const needsCode = session.user.has_second_factor || change.errorOf("code") !== undefined;

	const confirmed = () => onAnswer(true);

	async function sendPasskey() {
		const options = await api.post("/session/step-up/passkey/options");
		const credential = await signWithPasskey(options, words.account.passkeys.notUsed);
		return api.post("/session/step-up/passkey", { body: { credential } });
	}

	function confirm(): void {
		const body = { password: values.password, ...(needsCode && { code: values.code.trim() }) };
		void change.run(() => api.post("/session/step-up", { body }), confirmed);
	}

	return (
		<FormDialog
			title={phrases.title}
			change={change}
			action={phrases.confirm}
			onSubmit={confirm}
			onClose={() => onAnswer(false)}
		>
			<p>{phrases.explanation}</p>
			{session.user.has_passkey && canUsePasskeys() && (
				<p>
					<Button label={phrases.usePasskey} onClick={() => void change.run(sendPasskey, confirmed)} />
				</p>
			)}
			<OwnPasswordField {...field("password")} />
			{needsCode && (
				<TextField
					{...field(
						"code",
						words.account.secondFactor.code,
						session.user.has_authenticator ? phrases.codeHint : phrases.recoveryCodeHint,
					)}
					inputMode="text"
					autocomplete="one-time-code"
					maxLength={32}
				/>
			)}
		</FormDialog>
	);
}
