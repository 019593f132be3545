import { useApp } from "../../shell/app.ts";
import { TextField } from "./field.tsx";

export interface OwnPasswordFieldProps {
	error: string | undefined;
	value: string;
	onText: (text: string) => void;
}

/** The signed-in user's password, for confirmation. */
export function OwnPasswordField(props: OwnPasswordFieldProps) {
	const { words } = useApp();
	return (
		<TextField
			{...props}
			label={words.account.password.current}
			type="password"
			autocomplete="current-password"
			maxLength={512}
			required
		/>
	);
}
