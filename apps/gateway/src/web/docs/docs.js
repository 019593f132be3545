// The script of the API description: search, copy buttons, and the contents beside the text where there is room.
// The page works without it.

const wide = matchMedia("(width >= 60rem)");
const contents = document.querySelector(".docs-nav details");
const showContents = () => {
	contents.open = wide.matches;
};
wide.addEventListener("change", showContents);
showContents();
// On a phone, the contents cover the text that a link leads to.
contents.addEventListener("click", ({ target }) => {
	if (!wide.matches && target.closest("a")) contents.open = false;
});

for (const code of document.querySelectorAll("pre, .docs-path code")) {
	const text = code.textContent;
	const button = document.createElement("button");
	button.type = "button";
	button.className = "button-quiet docs-copy";
	const say = (word) => {
		button.textContent = word;
		button.setAttribute("aria-label", `${word} ${text.split("\n")[0]}`);
	};
	say("Copy");
	button.addEventListener("click", async () => {
		await navigator.clipboard.writeText(text);
		say("Copied");
	});
	button.addEventListener("blur", () => say("Copy"));
	code.after(button);
}

const form = document.querySelector(".docs-search");
const count = form.querySelector("[role=status]");
const articles = [...document.querySelectorAll("article")].map((article) => ({
	article,
	text: article.textContent.toLowerCase(),
	link: document.querySelector(`.docs-nav a[href="#${article.id}"]`)?.parentElement,
}));

/** Shows only what contains every word. */
function search(words) {
	let found = 0;
	for (const { article, text, link } of articles) {
		const isFound = words.every((word) => text.includes(word));
		article.hidden = !isFound;
		if (link) link.hidden = !isFound;
		if (isFound) found += 1;
	}
	for (const section of document.querySelectorAll("main > section")) {
		section.hidden = !section.querySelector("article:not([hidden])");
	}
	for (const list of contents.querySelectorAll("ul")) {
		list.hidden = list.previousElementSibling.hidden = !list.querySelector("li:not([hidden])");
	}
	const result = found === 0 ? "0 found. The guides above may help." : `${found} found`;
	count.textContent = words.length === 0 ? "" : result;
}

form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", ({ target }) => {
	search(target.value.toLowerCase().split(/\s+/).filter(Boolean));
});
// A link to a hidden part shows everything again.
addEventListener("hashchange", () => {
	const target = document.getElementById(location.hash.slice(1));
	if (!target?.closest("[hidden]")) return;
	form.reset();
	search([]);
	target.scrollIntoView();
});
