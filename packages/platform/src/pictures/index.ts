export { type Picture, pictureTypes, readPicture } from "./picture.ts";
