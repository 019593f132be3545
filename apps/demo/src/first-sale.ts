import { Advice } from "./first-sale/advice.ts";
import { readMerchantSettings } from "./first-sale/demo-file.ts";
import { screenOf } from "./first-sale/print.ts";
import { tellFirstSale } from "./first-sale/story.ts";

// Whoever reads the output may have seen enough (`| head`); that is no failure.
process.stdout.on("error", () => process.exit());

const screen = screenOf(process.stdout, process.env);
try {
	await tellFirstSale(await readMerchantSettings(process.env.DATA_DIR || "data"), screen);
} catch (error) {
	screen.clear();
	if (!(error instanceof Advice)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
}
