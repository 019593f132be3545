/** In characters. Longer ones are no better, and take long to hash. */
export const longestPassword = 128;
