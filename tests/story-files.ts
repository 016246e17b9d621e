import { readStoryFile, storyOfFile } from '#app/content-service/files/story-file.ts'
import { storyUuid } from '#app/content-service/files/story-ids.ts'

const slugs = ['contact', 'about-us', 'knowledge/punzen-lesen', 'global/three-steps']
/** Stories that the files refer to, by uuid and by address. */
export const ids = {
  uuidOf: storyUuid,
  slugOf: (uuid: string) => slugs.find((slug) => storyUuid(slug) === uuid),
}
/** Pictures that the files name, with their sizes. */
export const pictures: Record<string, { width: number; height: number }> = {
  'editorial/workbench.jpg': { width: 1600, height: 1000 },
  'editorial/hero.jpg': { width: 2400, height: 1350 },
}
const assetSize = (name: string) => pictures[name] ?? null

/** A file's text as the content service stores it, or its faults. */
export function load(source: string, slug = 'page') {
  const read = readStoryFile(source, slug)
  return read.ok ? storyOfFile(read.file, { uuidOf: ids.uuidOf, assetSize }) : read
}
/** The story of a file without faults. */
export function loaded(source: string, slug = 'page') {
  const result = load(source, slug)
  if (!result.ok) throw new Error(JSON.stringify(result.faults))
  return result.story
}
