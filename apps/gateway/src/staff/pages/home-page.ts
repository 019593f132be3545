import { html } from "../../html.ts";
import type { StaffSession } from "../session.ts";
import { hiddenField } from "./form.ts";
import { pageOf } from "./layout.ts";

/** Says who is signed in, and where. Pure. */
export function homePage({ staff, merchant, csrfToken }: StaffSession): string {
	const content = html`<h1>${merchant.name}</h1>
		<p>You are signed in as ${staff.name}, ${staff.email}.</p>
		<form method="post" action="/app/sign-out">
			${hiddenField("csrf_token", csrfToken)}
			<button class="button-quiet" type="submit">Sign out</button>
		</form>`;
	return pageOf({ title: merchant.name, content });
}
