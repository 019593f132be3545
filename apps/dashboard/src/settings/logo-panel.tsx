import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { confirmDialog, useDialog } from "../ui/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { Field, useChange } from "../ui/forms/fields.tsx";
import { News, Panel } from "../ui/page.tsx";

type Logo = Schemas["Logo"];

export function LogoPanel({ current, name }: { current: Logo | null; name: string }) {
	const { api, words } = useApp();
	const [logo, setLogo] = useState(current);
	const [file, setFile] = useState<File>();
	const [news, setNews] = useState<string>();
	const { dialog, open, ends } = useDialog(() => show(null, words.settings.logo.removed));
	const change = useChange();
	const phrases = words.settings.logo;
	const isWrong = file !== undefined && !isLogoFile(file);

	function show(changed: Logo | null, sentence: string): void {
		setLogo(changed);
		setFile(undefined);
		setNews(sentence);
	}

	function save(): void {
		if (file === undefined || isWrong) return;
		void change.run(
			() => api.put("/settings/logo", { body: file }),
			(answer) => show(answer, phrases.saved),
		);
	}

	const removal = confirmDialog(phrases.remove, phrases.removeExplanation, {
		send: () => api.delete("/settings/logo"),
		...ends,
	});
	return (
		<Panel title={phrases.title}>
			{logo === null ? (
				<p class="muted">{phrases.none}</p>
			) : (
				<p>
					<img
						class="logo"
						src={new URL(logo.url).pathname}
						alt={phrases.of(name)}
						width={logo.width}
						height={logo.height}
					/>
				</p>
			)}
			<ChangeForm
				change={change}
				action={logo === null ? phrases.add : phrases.replace}
				tone="quiet"
				onSubmit={save}
				{...(logo !== null && { onCancel: () => open(removal), keep: phrases.remove })}
			>
				<Field label={phrases.file} hint={phrases.hint} error={isWrong ? phrases.wrong : change.errorOf("logo")}>
					{(control) => (
						<input
							{...control}
							// A saved file leaves an empty field.
							key={logo?.url}
							class="input"
							type="file"
							accept={logoTypes.join()}
							required
							onChange={(event) => {
								setFile(event.currentTarget.files?.[0]);
								setNews(undefined);
							}}
						/>
					)}
				</Field>
				<News text={news} />
			</ChangeForm>
			{dialog}
		</Panel>
	);
}

const logoTypes = ["image/png", "image/jpeg", "image/webp"];

const maximumBytes = 100 * 1024;

/** The gateway checks the content too. */
export function isLogoFile({ type, size }: Pick<File, "type" | "size">): boolean {
	return logoTypes.includes(type) && size <= maximumBytes;
}
