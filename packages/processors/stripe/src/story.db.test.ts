import { tellStory } from "../../../../test/faults/live/story.ts";
import { stripeStory } from "../test-support/story.ts";

tellStory(stripeStory);
