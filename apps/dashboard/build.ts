import { build } from "vite";
import config from "./vite.config.ts";

export async function buildDashboard(): Promise<void> {
	await build({ ...config, configFile: false });
}
