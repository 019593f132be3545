import { defineConfig } from "vite";
import { shortenedProperties, withoutErrorMessages } from "../../test/bundling/noble.ts";

/** Every file of the widget is one file with everything in it, built from the sources. */
export default defineConfig({
	root: import.meta.dirname,
	logLevel: "warn",
	resolve: { conditions: ["source"] },
	plugins: [withoutErrorMessages("@noble/")],
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
	define: { "process.env.NODE_ENV": '"production"' },
	build: {
		target: "es2022",
		cssMinify: "lightningcss",
		modulePreload: false,
		rolldownOptions: { output: { minify: { mangleProps: shortenedProperties } } },
		// tsc has written its files to the same folder.
		emptyOutDir: false,
	},
});
