import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { TextField } from "../ui/forms/field.tsx";
import { OwnPasswordField } from "../ui/forms/own-password-field.tsx";
import { useChange } from "../ui/forms/use-change.ts";

/** Changes the password; needs the current one. */
export function PasswordPanel() {
	const { api, words, session } = useApp();
	const [current, setCurrent] = useState("");
	const [wanted, setWanted] = useState("");
	const [isDone, setDone] = useState(false);
	const change = useChange();
	const phrases = words.account.password;

	function save(): void {
		const body = { current_password: current, new_password: wanted };
		setDone(false);
		void change.run(
			() => api.post("/account/password", { body }),
			({ csrf_token: token }) => {
				api.useCsrfToken(token);
				setCurrent("");
				setWanted("");
				setDone(true);
			},
		);
	}

	return (
		<section class="panel section" aria-labelledby="password">
			<h2 id="password">{phrases.title}</h2>
			<ChangeForm change={change} action={phrases.change} onSubmit={save}>
				{/* Tells a password manager whose password it is. */}
				<input type="hidden" autocomplete="username" value={session.user.email} />
				<OwnPasswordField error={change.errorOf("current_password")} value={current} onText={setCurrent} />
				<TextField
					label={phrases.wanted}
					hint={phrases.wantedHint}
					type="password"
					autocomplete="new-password"
					maxLength={512}
					required
					error={change.errorOf("new_password")}
					value={wanted}
					onText={setWanted}
				/>
				<div role="status">{isDone && <p class="notice">{phrases.done}</p>}</div>
			</ChangeForm>
		</section>
	);
}
