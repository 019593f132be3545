import { defineConfig } from "vite";
import { shortenedProperties, withoutErrorMessages } from "../../test/bundling/noble.ts";

/** Internal to the host or to the form, so safe to shorten. */
const innerNames =
	"announcement|hasFailed|touched|problems|shown|asked|judge|replacement|toward|hasExpired|counts|emit|onEvent|currentOptions|calls|isSent|settle|failure|takeAway|isEmpty|isOld|forgetToken|onOrder|answer|onConnected|onOtherVersion|onReady|onFailed|onMessage|isOnline|rejectAll|container|page|frame|load|onScheme|open|caret|deleting|digits|format|insert|kind|optional|listed|focused|read|element|about|report|onAnswer";

/** Preact features that the form does not use. */
const unusedNames =
	"getDerivedStateFromError|getDerivedStateFromProps|getSnapshotBeforeUpdate|componentWillReceiveProps|componentWillUpdate|componentDidUpdate|componentWillMount|componentDidMount|componentDidCatch|componentWillUnmount|shouldComponentUpdate|getChildContext|contextType|debounceRendering";

export default defineConfig({
	root: import.meta.dirname,
	logLevel: "warn",
	resolve: { conditions: ["source"] },
	plugins: [
		withoutErrorMessages("@noble/"),
		// The frame reports only an error's name.
		withoutErrorMessages("encrypt/src/"),
	],
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
	define: { "process.env.NODE_ENV": '"production"' },
	build: {
		target: "es2022",
		cssMinify: "lightningcss",
		modulePreload: false,
		rolldownOptions: {
			output: {
				minify: {
					mangleProps: {
						include: new RegExp(`${shortenedProperties.include.source}|^(${innerNames}|${unusedNames})$`),
					},
				},
			},
		},
		// tsc writes to this folder.
		emptyOutDir: false,
	},
});
