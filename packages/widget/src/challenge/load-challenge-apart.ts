/** Set by the build, with the file's hash. */
declare const challengePath: string;

// The running script is unknown later. In a module, the stack names it.
export const scriptAddress =
	(document.currentScript as HTMLScriptElement | null)?.src ?? /https?:[^\s)]+/.exec(new Error().stack ?? "")?.[0];

/** The page's policy allows imports by origin, or by the nonce that they inherit. */
export const loadChallenge = async (): Promise<typeof import("./challenge.ts")> =>
	import(/* @vite-ignore */ new URL(challengePath, scriptAddress).href);
