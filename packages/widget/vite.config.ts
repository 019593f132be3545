import { defineConfig } from "vite";
import { shortenedProperties, withoutErrorMessages } from "../../test/bundling/noble.ts";

/** Property names that only the host uses internally; safe to shorten. */
const innerNames =
	"emit|onEvent|currentOptions|calls|isSent|settle|failure|takeAway|forgetToken|onOrder|answer|onConnected|onOtherVersion|onReady|onFailed|onMessage|isOnline|rejectAll|container";

/** Each file of the widget is self-contained, built from the sources. */
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
		rolldownOptions: {
			output: {
				minify: { mangleProps: { include: new RegExp(`${shortenedProperties.include.source}|^(${innerNames})$`) } },
			},
		},
		// tsc has written its files to the same folder.
		emptyOutDir: false,
	},
});
