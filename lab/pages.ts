/**
 * `npm run lab -- pages [words for Playwright]`: the browser tests that prove a promise again, on a phone or by another way in, and
 * those that take long.
 */
import { spawnSync } from "node:child_process";
import { ensureChromium } from "../test/chromium.ts";
import { ensureFirefox } from "../test/firefox.ts";
import { root } from "../test/run/command.ts";

const browsers = { CHROMIUM_PATH: await ensureChromium(), FIREFOX_PATH: await ensureFirefox() };
const words = ["test", "--config=lab/pages.config.ts", ...process.argv.slice(2)];
const options = { cwd: root, env: { ...process.env, ...browsers }, stdio: "inherit" } as const;
process.exitCode = spawnSync("node_modules/.bin/playwright", words, options).status ?? 1;
