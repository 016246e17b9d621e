import type { Preview } from '#app/content/preview/previews.ts'
import type { FoundStory } from '#app/content/story.ts'

/** What a page in preview tells the browser. */
export type PreviewView = {
  /** The story whose edits this page follows; null where the editor edits another one. */
  storyId: number | null
  /** Origins, beside our own, that may speak to the page. */
  editors: readonly string[]
}

/** What the action of a content page answers to an edit that cannot be shown: `expired`, or what is wrong with it. */
export type Unshowable = { unshowable: string }

/** A page made of content: its loader's answer, `preview` in previews only. */
export type Previewable = { preview?: PreviewView }

export function previewView(preview: Preview, { story }: FoundStory): PreviewView {
  return { storyId: story.id === preview.storyId ? story.id : null, editors: preview.editors }
}
