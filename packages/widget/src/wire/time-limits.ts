// The frame gives up before the host, so that its reason is reported.

export const payerPatienceMs = 8_000;

/** All attempts together. At 800 ms latency and 320 kbit/s, one takes 6 s. */
export const loadingMs = 29_500;
export const helloMs = 15_000;
/** Without a hello, the document is not the frame's. */
export const silenceMs = 1_000;
export const helloEveryMs = 250;

export const sessionMs = 4_500;
export const fileMs = 10_000;

/** The next page may load this long. */
export const quietAfterSubmissionMs = 10_000;
