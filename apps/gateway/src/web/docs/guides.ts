/** The guides that the API's page links, by their files in the folder `docs` of the source code. */
export const guides = [
	{ file: "integrate.md", title: "card form" },
	{ file: "server.md", title: "your server" },
	{ file: "errors.md", title: "errors" },
	{ file: "wallets.md", title: "bank payments" },
	{ file: "test-cards.md", title: "test cards" },
	{ file: "going-live.md", title: "going live" },
] as const;

export const guideFiles = guides.map(({ file }) => file);

/** The folder of all guides. */
export const guideFolder = new URL("../../../../../docs/", import.meta.url);
