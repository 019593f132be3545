// Paths below the gateway's origin: the frame's page, and its sessions.
export const framePath = "/v1/widget/frame";
export const sessionPath = "/v1/widget/session";
