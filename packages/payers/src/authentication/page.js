/* The page of a payer who authenticates: it shows the bank in a frame, the time left, and the outcome. The page around it
   is this page itself, with the bank's frame, or a merchant's. */

const tellEveryMs = 1_000;
const askEveryMs = 2_000;
const minuteMs = 60_000;

const { state, frame, next, left, minute, minutes, timeLeft } = document.body.dataset;
const isInside = parent !== window;

function isInBankFrame() {
	try {
		return isInside && parent.location.origin === location.origin;
	} catch {
		return false;
	}
}

/** Tells the merchant's page around this one, on the origin that the gateway has checked. */
function tellMerchant(message) {
	if (isInside && frame !== undefined) parent.postMessage(message, frame);
}

const reload = () => location.replace(location.href);

if (isInBankFrame()) parent.postMessage({ cardseal: "returned" }, location.origin);
else if (state !== undefined) start();

function start() {
	document.querySelector("h1")?.focus({ preventScroll: true });
	tellMerchant({ type: "title", title: document.title });
	new ResizeObserver(() => {
		tellMerchant({ type: "size", height: Math.ceil(document.body.getBoundingClientRect().height) });
	}).observe(document.body);
	if (state === "open") goToBank();
	else if (next !== undefined && !isInside) location.replace(next);
	else if (state === "deciding") askUntil("deciding");
	else tellMerchant({ type: state === "canceled" ? "canceled" : "done" });
}

function goToBank() {
	const way = document.getElementById("go");
	const bank = document.getElementById("bank");
	const button = way.matches("a") ? way : way.querySelector("button");
	const target = way.getAttribute("target");
	document.getElementById("bank-place").hidden = false;
	button.textContent = button.dataset.label;
	button.classList.replace("button", "button-quiet");
	way.setAttribute("target", bank.name);
	// A bank's field may be named like a method.
	if (way.matches("a")) way.click();
	else HTMLFormElement.prototype.submit.call(way);
	way.setAttribute("target", target);
	// The payer may end in the other window.
	button.addEventListener("click", () => askUntil("open"), { once: true });
	addEventListener("message", ({ origin, source, data }) => {
		if (origin === location.origin && source === bank.contentWindow && data?.cardseal === "returned") reload();
	});
	countDown();
}

function countDown() {
	const endsAt = performance.now() + Number(left);
	const shown = document.getElementById("left");
	const news = document.getElementById("news");
	let before = Number(left);
	const passes = (leftMs, limitMs) => leftMs <= limitMs && before > limitMs;
	const tell = () => {
		const leftMs = Math.max(0, endsAt - performance.now());
		const seconds = Math.ceil(leftMs / 1_000);
		shown.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
		if (passes(leftMs, 5 * minuteMs)) news.textContent = `${timeLeft} ${minutes}`;
		if (passes(leftMs, minuteMs)) news.textContent = `${timeLeft} ${minute}`;
		before = leftMs;
		if (leftMs === 0) reload();
		else setTimeout(tell, tellEveryMs);
	};
	tell();
}

/** Loads the page again once the charge is in another state. */
function askUntil(known) {
	setTimeout(async () => {
		const answer = await fetch(`${location.pathname}/state`).catch(() => undefined);
		const { state: now = known } = answer?.ok ? await answer.json() : {};
		if (now === known) askUntil(known);
		else reload();
	}, askEveryMs);
}
