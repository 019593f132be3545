import "@preact/signals";
import { type JSX, render } from "preact";
import { type Api, createApi } from "./api/client.ts";
import { RequestProblem } from "./api/problem.ts";
import type { SessionRecord } from "./api/records.ts";
import { chooseLocale, loadWords } from "./locale/choose-words.ts";
import { createFormats } from "./locale/formats.ts";
import type { Words } from "./locale/words.ts";
import { type App, AppProvider } from "./shell/app.ts";
import { startRouting } from "./shell/router.ts";
import { Shell } from "./shell/shell.tsx";
import { StartFailure } from "./shell/start-failure.tsx";

/** To the sign-in page, and from there back to where this person is now. */
function signIn(): void {
	const next = location.pathname + location.search;
	location.assign(`/app/sign-in?${new URLSearchParams({ next })}`);
}

async function start(place: HTMLElement): Promise<void> {
	const locale = chooseLocale(navigator.languages);
	const api = createApi({ fetch: (...request) => fetch(...request), onSignedOut: signIn });
	const [words, session] = await Promise.all([loadWords(locale), readSession(api)]);
	document.documentElement.lang = locale;
	if (session instanceof RequestProblem) render(failure(words, session), place);
	else {
		api.useCsrfToken(session.csrf_token);
		startRouting();
		render(withShell({ api, session, words, now: Date.now, ...forReader(locale, session) }), place);
	}
}

async function readSession(api: Api): Promise<SessionRecord | RequestProblem> {
	try {
		return await api.read<SessionRecord>("/session");
	} catch (error) {
		if (error instanceof RequestProblem) return error;
		throw error;
	}
}

function forReader(locale: string, { merchant, permissions }: SessionRecord): Pick<App, "formats" | "may"> {
	const granted = new Set(permissions);
	return { formats: createFormats(locale, merchant.time_zone), may: (permission) => granted.has(permission) };
}

function withShell(app: App): JSX.Element {
	return (
		<AppProvider value={app}>
			<Shell />
		</AppProvider>
	);
}

function failure(words: Words, problem: RequestProblem): JSX.Element {
	return <StartFailure words={words} problem={problem} onRetry={() => location.reload()} />;
}

const place = document.getElementById("app");
if (place !== null) await start(place);
