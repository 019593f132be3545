/** How often a plan is paid. The spelling of MOTHLY is the interface's own (rule S-02). */
export const frequencies = ["DAILY", "WEEKLY", "MOTHLY", "QUARTERLY", "ANNUALLY"] as const;

export type Frequency = (typeof frequencies)[number];
