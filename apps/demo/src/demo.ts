import { Advice } from "./first-sale/advice.ts";
import { type MerchantSettings, readMerchantSettings } from "./first-sale/demo-file.ts";
import { createScreen, type Screen } from "./first-sale/print.ts";
import { tellFirstSale } from "./first-sale/story.ts";
import { tellSubscriptionYear } from "./subscription-year/story.ts";

type Story = (settings: MerchantSettings, screen: Screen) => Promise<void>;

/** Without a name, the first one runs. */
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

// The reader may close the pipe early (`| head`), which is no failure.
process.stdout.on("error", () => process.exit());

const screen = createScreen(process.stdout, process.env);
try {
	const story = storyNamed(process.argv[2] ?? "first-sale");
	await story(await readMerchantSettings(process.env.DATA_DIR || "data"), screen);
} catch (error) {
	screen.clear();
	if (!(error instanceof Advice)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
}
