import { defineConfig } from "vite";
import { shortenedProperties, withoutErrorMessages } from "../../test/bundling/noble.ts";

/** Property names that only the host, or only the form in the frame, uses internally; safe to shorten. */
const innerNames =
	"announcement|hasFailed|touched|problems|shown|asked|judge|replacement|toward|hasExpired|counts|emit|onEvent|currentOptions|calls|isSent|settle|failure|takeAway|isEmpty|isOld|forgetToken|onOrder|answer|onConnected|onOtherVersion|onReady|onFailed|onMessage|isOnline|rejectAll|container|page|frame|load|onScheme|open|caret|deleting|digits|format|insert|kind|optional|listed|focused|read|element|about|report|onAnswer";

/** Names by which Preact calls class components and its add-ons, of which the form has none. */
const unusedNames =
	"getDerivedStateFromError|getDerivedStateFromProps|getSnapshotBeforeUpdate|componentWillReceiveProps|componentWillUpdate|componentDidUpdate|componentWillMount|componentDidMount|componentDidCatch|componentWillUnmount|shouldComponentUpdate|getChildContext|contextType|debounceRendering";

/** Each file of the widget is self-contained, built from the sources. */
export default defineConfig({
	root: import.meta.dirname,
	logLevel: "warn",
	resolve: { conditions: ["source"] },
	plugins: [
		withoutErrorMessages("@noble/"),
		// The frame reports an error's name only, and checks card and key itself.
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
		// tsc has written its files to the same folder.
		emptyOutDir: false,
	},
});
