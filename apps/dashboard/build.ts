import { build } from "vite";
import config from "./vite.config.ts";

/** Builds the web application's page and what it loads into `dist/browser`. */
export async function buildDashboard(): Promise<void> {
	await build({ ...config, configFile: false });
}
