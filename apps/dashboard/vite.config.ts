import { join } from "node:path";
import { defineConfig } from "vite";
import { root as addressOfOverview } from "./src/addresses.ts";

export default defineConfig({
	root: import.meta.dirname,
	base: `${addressOfOverview}/`,
	logLevel: "warn",
	resolve: { conditions: ["source", "browser", "module", "import", "default"] },
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
	define: { "process.env.NODE_ENV": '"production"' },
	build: {
		target: "es2022",
		// `dist` also has the output of tsc.
		outDir: "dist/browser",
		emptyOutDir: true,
		// The page, and the script of the gateway's sign-in pages.
		rolldownOptions: { input: ["index.html", "src/sign-in/passkey.ts"].map((file) => join(import.meta.dirname, file)) },
		// Says which page needs which files.
		manifest: "manifest.json",
		cssMinify: "lightningcss",
		modulePreload: { polyfill: false },
		// Inlines no asset: the page's policy forbids scripts and styles in `data:` addresses.
		assetsInlineLimit: 0,
	},
});
