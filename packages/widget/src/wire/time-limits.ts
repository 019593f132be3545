// All time limits of host and frame, in ms. The frame gives up before the host does, so that the reported reason is the
// real one.

export const payerPatienceMs = 8_000;

/** All attempts together. At 800 ms latency and 320 kbit/s, one takes about 6 s. */
export const loadingMs = 29_500;
/** A slow attempt that still loads should not start again. */
export const helloMs = 15_000;
/** After loading: without a hello the document is not the frame's. */
export const silenceMs = 1_000;
export const helloEveryMs = 250;

export const sessionMs = 4_500;
export const fileMs = 10_000;

/** The next page may take as long to load. */
export const quietAfterSubmissionMs = 10_000;
