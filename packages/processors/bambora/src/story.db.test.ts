import { tellStory } from "../../../../test/faults/live/story.ts";
import { bamboraStory } from "../test-support/story.ts";

tellStory(bamboraStory);
