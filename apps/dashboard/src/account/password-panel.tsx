import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { OwnPasswordField, TextField, useForm } from "../ui/forms/fields.tsx";
import { News, Panel } from "../ui/page.tsx";

const nothing = { current_password: "", new_password: "" };

export function PasswordPanel() {
	const { api, words } = useApp();
	const { change, values, set, field } = useForm(nothing);
	const [isDone, setDone] = useState(false);
	const phrases = words.account.password;

	function save(): void {
		setDone(false);
		void change.run(
			() => api.post("/account/password", { body: values }),
			({ csrf_token: token }) => {
				api.useCsrfToken(token);
				set(nothing);
				setDone(true);
			},
		);
	}

	return (
		<Panel title={phrases.title}>
			<ChangeForm change={change} action={phrases.change} onSubmit={save}>
				<OwnPasswordField {...field("current_password")} />
				<TextField
					{...field("new_password")}
					label={phrases.wanted}
					hint={phrases.wantedHint}
					type="password"
					autocomplete="new-password"
					maxLength={512}
					required
				/>
				<News text={isDone && phrases.done} />
			</ChangeForm>
		</Panel>
	);
}
