/**
 * Asks the browser to compile every function while it loads the file, off the main thread, instead of at its first call.
 * Chromium supports this (V8's explicit compile hints); other browsers read a comment.
 */
export const compileHint = "//# allFunctionsCalledOnLoad";
