// Below the gateway's origin: where the frame's page is, and where its sessions are opened.
export const framePath = "/v1/widget/frame";
export const sessionPath = "/v1/widget/session";
