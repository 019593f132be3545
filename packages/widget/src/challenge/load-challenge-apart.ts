/** Set by the build: the path has the hash of the file that this script was built with. */
declare const challengePath: string;

// Later the running script is unknown. The stack names a module.
export const scriptAddress =
	(document.currentScript as HTMLScriptElement | null)?.src ?? /https?:[^\s)]+/.exec(new Error().stack ?? "")?.[0];

/** The page's policy allows what it allows this script: by its origin, or by its nonce, which imports inherit. */
export const loadChallenge = async (): Promise<typeof import("./challenge.ts")> =>
	import(/* @vite-ignore */ new URL(challengePath, scriptAddress).href);
