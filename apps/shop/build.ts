import { fileURLToPath } from "node:url";
import { build } from "vite";

const scriptNames = ["checkout-widget", "checkout-library", "checkout-shim", "waiting", "subscription-card"];

/** Builds the scripts of the shop's pages into `dist/browser/`, each on its own, so that no file needs another one. */
export async function buildShop(): Promise<void> {
	for (const name of scriptNames) {
		await build({
			configFile: false,
			root: fileURLToPath(new URL(".", import.meta.url)),
			logLevel: "warn",
			// Uses the packages' sources, as everything else here does.
			resolve: { conditions: ["source", "browser", "module", "import", "default"] },
			build: {
				target: "es2022",
				outDir: "dist/browser",
				emptyOutDir: false,
				lib: { entry: `src/script/${name}.ts`, formats: ["es"], fileName: () => `${name}.js` },
				minify: true,
			},
		});
	}
}
