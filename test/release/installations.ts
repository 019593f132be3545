/** Folders with a lock file of their own. Production runs what both install. */
export const installations = [".", "packages/processors/prism"] as const;
