import { useApp } from "../shell/app.ts";
import { SelectField } from "../ui/forms/field.tsx";

const never = "";
const dayMs = 86_400_000;
const offeredDays = [30, 90, 180, 365];

export interface ExpiryChoiceProps {
	/** Days from now; empty for never. */
	days: string;
	error: string | undefined;
	onChoose: (days: string) => void;
}

/** Chooses when a credential expires. */
export function ExpiryChoice({ days, error, onChoose }: ExpiryChoiceProps) {
	const { credentials: phrases } = useApp().words.settings;
	return (
		<SelectField
			label={phrases.columns.expires}
			hint={phrases.expiryHint}
			error={error}
			value={days}
			choices={[
				{ value: never, label: phrases.never },
				...offeredDays.map((count) => ({ value: String(count), label: phrases.expiryIn(count) })),
			]}
			onChoose={onChoose}
		/>
	);
}

/** Returns the expiry for the API, ms since 1970; `null` for never. */
export function expiryAfter(days: string, now: number): number | null {
	return days === never ? null : now + Number(days) * dayMs;
}
