// The script of the gateway's sign-in pages, which work without it.
import {
	browserSupportsWebAuthn,
	type PublicKeyCredentialRequestOptionsJSON,
	startAuthentication,
} from "@simplewebauthn/browser";

async function askForPasskey(optionsPath: string): Promise<string> {
	const answer = await fetch(optionsPath, { headers: { Accept: "application/json" } });
	if (!answer.ok) throw new Error("There is no challenge.");
	const optionsJSON: PublicKeyCredentialRequestOptionsJSON = await answer.json();
	return JSON.stringify(await startAuthentication({ optionsJSON }));
}

function usePasskeys(form: HTMLFormElement): void {
	const problem = form.querySelector<HTMLElement>("[role=alert]");
	const button = form.querySelector("button");
	const credential = form.querySelector<HTMLInputElement>("[name=credential]");
	if (problem === null || button === null || credential === null) return;
	form.hidden = false;
	button.addEventListener("click", async () => {
		problem.hidden = true;
		button.disabled = true;
		try {
			credential.value = await askForPasskey(form.action);
			form.submit();
		} catch {
			// The browser says no more than that nothing was signed.
			problem.hidden = false;
		} finally {
			button.disabled = false;
		}
	});
}

const form = document.querySelector<HTMLFormElement>("form[data-passkey]");
if (form !== null && browserSupportsWebAuthn()) usePasskeys(form);
