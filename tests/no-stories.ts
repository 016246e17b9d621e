import type { StoryFinder } from '#app/content/story.ts'

/** A content service without a story, for pages that show what a story tells beside their own. */
export const noStories = { findStory: async () => null } as unknown as StoryFinder
