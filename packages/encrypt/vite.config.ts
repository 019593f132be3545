import { defineConfig } from "vite";
import { shortenedProperties, withoutErrorMessages } from "../../test/bundling/noble.ts";

/** The script-tag file: one script with all its dependencies, built from the sources. */
export default defineConfig({
	root: import.meta.dirname,
	logLevel: "warn",
	resolve: { conditions: ["source"] },
	plugins: [withoutErrorMessages("@noble/")],
	build: {
		target: "es2022",
		lib: { entry: "src/script.ts", formats: ["iife"], name: "CardSeal", fileName: () => "cardseal-encrypt.js" },
		rolldownOptions: {
			output: { minify: { mangleProps: shortenedProperties } },
		},
		// tsc has written its files to the same folder.
		emptyOutDir: false,
	},
});
