import { useApp } from "../../shell/app.ts";
import { TextField } from "./fields.tsx";

export interface OwnPasswordFieldProps {
	error: string | undefined;
	value: string;
	onChange: (text: string) => void;
}

/** The signed-in user's password, for confirmation. */
export function OwnPasswordField(props: OwnPasswordFieldProps) {
	const { session, words } = useApp();
	return (
		<>
			{/* Tells a password manager whose password it is. */}
			<input type="hidden" autocomplete="username" value={session.user.email} />
			<TextField
				{...props}
				label={words.account.password.current}
				type="password"
				autocomplete="current-password"
				maxLength={512}
				required
			/>
		</>
	);
}
