import { fileURLToPath } from "node:url";
import { build } from "vite";
import { checkoutWays } from "./src/checkout-ways.ts";

/**
 * Builds the scripts of the shop's pages into `dist/browser/`, one file each: one for every way in which a checkout page takes
 * a card, `waiting.js` for an order whose outcome is awaited, and `subscription-card.js` for another card of a subscription.
 */
export async function buildShop(): Promise<void> {
	for (const name of [...checkoutWays.map((way) => `checkout-${way}`), "waiting", "subscription-card"])
		await buildScript(name);
}

/** One build a script, so that no file needs another one that they share. */
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
