// All time limits of host and frame, in ms. They depend on each other: the payer sees a failure within
// `payerPatienceMs`. The frame gives up on the gateway before the host gives up on the frame, so that the reported
// reason is the real one.

/** The longest a payer should wait. */
export const payerPatienceMs = 8_000;

/** The limit for all attempts to load the frame together. */
export const loadingMs = 7_500;
/** The limit for a loaded frame to say hello. */
export const helloMs = 2_400;
/** The limit for a loaded document to say hello: without one it is not the frame's. */
export const silenceMs = 1_000;
/** Between two hellos of the frame, until the host answers. */
export const helloEveryMs = 250;

/** The limit for the gateway to answer with a session. */
export const sessionMs = 4_500;
/** The limit for the words of a language. A form in English is better than none. */
export const wordsMs = 4_000;

/** After a submission, during which no other follows: the next page may take as long to load. */
export const quietAfterSubmissionMs = 10_000;
