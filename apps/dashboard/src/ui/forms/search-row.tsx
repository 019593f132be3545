import { Button } from "../button.tsx";
import { TextField } from "./fields.tsx";

export interface SearchRowProps {
	label: string;
	type?: "text" | "email";
	error: string | undefined;
	action: string;
	value: string;
	onChange: (text: string) => void;
	onSearch: () => void;
}

/** A search within a form: Enter searches, and must not send the form. */
export function SearchRow({ action, onSearch, ...field }: SearchRowProps) {
	function searchOnEnter(event: KeyboardEvent): void {
		if (event.key !== "Enter") return;
		event.preventDefault();
		onSearch();
	}

	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the field inside is what takes the key
		<div class="search-row" onKeyDown={searchOnEnter}>
			<TextField {...field} />
			<Button label={action} onClick={onSearch} />
		</div>
	);
}
