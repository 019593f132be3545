import { tellStory } from "../../../../test/faults/live/story.ts";
import { adyenStory } from "../test-support/story.ts";

tellStory(adyenStory);
