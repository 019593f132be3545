// All time limits of host and frame, in ms. They depend on each other: the frame gives up on the gateway before the host
// gives up on the frame, so that the reported reason is the real one.

/** The longest a payer should wait for a token. */
export const payerPatienceMs = 8_000;

/** The limit for all attempts to load the frame together. At 800 ms latency and 320 kbit/s, one takes about 6 s. */
export const loadingMs = 29_500;
/** The limit for a frame to say hello, before another attempt: a slow one that is still loading should not start again. */
export const helloMs = 15_000;
/** The limit for a loaded document to say hello: without one it is not the frame's. */
export const silenceMs = 1_000;
/** Between two hellos of the frame, until the host answers. */
export const helloEveryMs = 250;

/** The limit for the gateway to answer with a session. */
export const sessionMs = 4_500;
/** The limit for another language's words, or the brands' marks. The form works without them. */
export const fileMs = 10_000;

/** After a submission, during which no other follows: the next page may take as long to load. */
export const quietAfterSubmissionMs = 10_000;
