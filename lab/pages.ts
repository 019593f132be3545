/**
 * `npm run lab -- pages [words for Playwright]`: the browser tests that prove a promise again, on a phone or by another way in, and
 * those that take long.
 */
import { ensureChromium } from "../test/chromium.ts";
import { ensureFirefox } from "../test/firefox.ts";
import { run } from "../test/run/command.ts";

const environment = { CHROMIUM_PATH: await ensureChromium(), FIREFOX_PATH: await ensureFirefox() };
const args = ["test", "--config=lab/pages.config.ts", ...process.argv.slice(2)];
const { code, output } = await run("playwright", args, { environment, timeoutSeconds: 3600 });
console.log(output);
process.exitCode = code;
