import { useApp } from "../shell/app.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { Snippet } from "../ui/snippet.tsx";

export interface RecoveryCodesDialogProps {
	codes: string[];
	onClose: () => void;
}

/** The codes for when the authenticator is lost, this once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
	const { words } = useApp();
	const phrases = words.account.secondFactor;
	return (
		<Dialog title={phrases.codesTitle} onClose={onClose}>
			<div class="section">
				<p class="notice" data-tone="warning" role="status">
					{phrases.codesExplanation}
				</p>
				<Snippet label={phrases.codes} text={codes.join("\n")} />
				<p>
					<button type="button" class="button" onClick={onClose}>
						{phrases.kept}
					</button>
				</p>
			</div>
		</Dialog>
	);
}
