export const framePath = "/v1/widget/frame";
export const sessionPath = "/v1/widget/session";
