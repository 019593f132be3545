import { Advice } from "./first-sale/advice.ts";
import { type MerchantSettings, readMerchantSettings } from "./first-sale/demo-file.ts";
import { type Screen, screenOf } from "./first-sale/print.ts";
import { tellFirstSale } from "./first-sale/story.ts";
import { tellSubscriptionYear } from "./subscription-year/story.ts";

type Story = (settings: MerchantSettings, screen: Screen) => Promise<void>;

/** What `npm run demo -- NAME` shows; without a name, the first. */
const stories = new Map<string, Story>([
	["first-sale", tellFirstSale],
	["subscription", tellSubscriptionYear],
]);

function storyNamed(name: string): Story {
	const story = stories.get(name);
	if (story !== undefined) return story;
	const commands = [...stories.keys()].map((known) => `npm run demo -- ${known}`);
	throw new Advice(`There is no such demo. Run one of these: ${commands.join(", ")}`);
}

// Whoever reads the output may have seen enough (`| head`); that is no failure.
process.stdout.on("error", () => process.exit());

const screen = screenOf(process.stdout, process.env);
try {
	const story = storyNamed(process.argv[2] ?? "first-sale");
	await story(await readMerchantSettings(process.env.DATA_DIR || "data"), screen);
} catch (error) {
	screen.clear();
	if (!(error instanceof Advice)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
}
