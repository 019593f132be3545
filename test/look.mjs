import { chromium } from "@playwright/test";
import { readFileSync } from "node:fs";
const demo = JSON.parse(readFileSync("/tmp/p8/e3/data/demo.json", "utf8"));
const base = "http://localhost:18080";
const out = "/tmp/p8/e3/shots/";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const tok = await (await fetch(`${base}/oauth/token`, { method: "POST", body: new URLSearchParams({ grant_type: "client_credentials", client_id: demo.client_id, client_secret: demo.client_secret }) })).json();
const tok2 = await (await fetch(`${base}/oauth/token`, { method: "POST", body: new URLSearchParams({ grant_type: "client_credentials", client_id: demo.second_merchant.client_id, client_secret: demo.second_merchant.client_secret }) })).json();
const post = async (t, path, body) => (await fetch(base + path, { method: "POST", headers: { Authorization: `Bearer ${t.access_token}`, "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
async function ask(t, email, amount, description) {
  const c = await post(t, "/customer-service/customer", { email, first_name: "Ada", last_name: "Lovelace" });
  return post(t, `/transaction-service-vt/eft/request/${c.lookup_id}`, { amount, description });
}
await ask(tok, "ada@example.com", 31, "Walnut boards, two of them, with a rim");
await ask(tok2, demo.email, 12.5, "Your share of the market stall");
await post(tok, "/sandbox/clock", { advance_ms: 2000 });
const mails = await (await fetch(`${base}/sandbox/mailbox`)).json();
const mail = (mails.mails ?? mails).find((m) => JSON.stringify(m).includes("ada@example.com"));
const link = /(\/pay\/\S+)/.exec(mail.text)[1];
for (const [w, scheme] of [[390, "light"], [1280, "dark"]]) {
  const ctx = await browser.newContext({ viewport: { width: w, height: 900 }, colorScheme: scheme, locale: w === 390 ? "fr-CA" : "en-CA" });
  const page = await ctx.newPage();
  await page.goto(base + link); await page.screenshot({ path: `${out}pay-${w}.png`, fullPage: true });
  if (w === 1280) {
    await page.locator("form").evaluate((f) => { f.noValidate = true; });
    await page.locator("button[type=submit]").click();
    await page.screenshot({ path: `${out}pay-problems-${w}.png`, fullPage: true });
    await page.goto(base + link + "/decline"); await page.screenshot({ path: `${out}decline-${w}.png`, fullPage: true });
  }
  await page.goto(`${base}/app/wallet`);
  await page.locator("input[type=email]").fill(demo.email); await page.locator("input[type=password]").fill(demo.password); await page.locator("button[type=submit]").click();
  await page.waitForURL("**/app/wallet"); await page.waitForTimeout(1500);
  await page.screenshot({ path: `${out}wallet-${w}.png`, fullPage: true });
  await page.locator(".page-actions .button").click(); await page.waitForTimeout(700);
  await page.screenshot({ path: `${out}ask-${w}.png` });
  await page.keyboard.press("Escape");
  await page.locator("a[href*='incoming-requests']").first().click(); await page.waitForTimeout(500);
  await page.screenshot({ path: `${out}staff-${w}.png`, fullPage: true });
  await ctx.close();
}
await browser.close();
