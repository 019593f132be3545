import { tellStory } from "../../../../test/faults/live/story.ts";
import { monerisStory } from "../test-support/story.ts";

tellStory(monerisStory);
