import { fileURLToPath } from "node:url";
import { build } from "vite";

/**
 * Builds the scripts of the shop's pages into `dist/browser/`, one file each: `checkout.js` for the checkout page and `waiting.js`
 * for an order whose outcome is awaited.
 */
export async function buildShop(): Promise<void> {
	for (const name of ["checkout", "waiting"]) await buildScript(name);
}

/** One build a script, so that neither file needs a third one that both share. */
async function buildScript(name: string): Promise<void> {
	await build({
		configFile: false,
		root: fileURLToPath(new URL(".", import.meta.url)),
		logLevel: "warn",
		// Built from the packages' sources, as everything else runs here.
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
