import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import sharp from 'sharp'
import { type ContentCounts, countContent } from '#app/content-service/files/count-content.ts'
import {
  type FileFault,
  readStoryFile,
  type StoryFile,
  storyOfFile,
  writeStoryFile,
} from '#app/content-service/files/story-file.ts'
import { storyUuid } from '#app/content-service/files/story-ids.ts'
import { canonical, publish, type StoryDraft, saveDraft } from '#app/content-service/publishing.ts'
import { type StoredContent, selectStories } from '#app/content-service/story-row.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import { StartFault } from '#app/platform/start-fault.ts'

/** Content files that cannot be loaded; the message names every file, place and reason. Nothing was changed. */
export class ContentFileError extends StartFault {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`Content files that cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

export type LoadedContent = ContentCounts & {
  /** Stories that were new or differed from their file. */
  changed: number
  published: number
  /** What loads but leads nowhere yet, such as a link to a story that does not exist. */
  warnings: string[]
}

/**
 * Loads every `**\/*.yaml` below `dir` into the content service: drafts saved, and published unless the file says
 * `published: false`. A story that equals its file is left alone; stories without a file stay. A draft that somebody wrote
 * in the office is left as it is, and nothing is loaded, unless `overwrite`.
 * Pictures are looked up below `assetsDir` (default: `photos` beside `dir`), for their size in pixels.
 * @throws {ContentFileError} before anything is changed
 */
export async function loadContentFiles(
  db: Database,
  dir: string,
  options: { now: Date; assetsDir?: string; overwrite?: boolean },
): Promise<LoadedContent> {
  const { now, overwrite = false } = options
  const sizes = await pictureSizes(options.assetsDir ?? join(dir, '..', 'photos'))
  const { stories, warnings } = await readContentFiles(db, dir, sizes)
  const drafts = new Map(
    (await selectStories(db, { version: 'draft' })).map(({ uuid, draft_version, draft_by, content }) => [
      uuid,
      { version: draft_version, by: draft_by, content },
    ]),
  )
  const live = new Map(
    (await selectStories(db, { version: 'published' })).map((row) => [row.uuid, row.content]),
  )

  const toPublish: string[] = []
  let changed = 0
  await together(db, async (trx) => {
    for (const { story, published } of stories) {
      const draft = drafts.get(story.uuid)
      const by = draft?.by ?? null
      if (by !== null && !overwrite && canonical(draft?.content) !== canonical(story.content))
        throw new ContentFileError([
          `${story.fullSlug}.yaml: ${by} has written another draft in the office; --overwrite puts the file in its place`,
        ])
      const saved = await saveDraft(trx, story, { now, from: draft?.version ?? null })
      if (!saved.ok) throw new ContentFileError([`${story.fullSlug}.yaml: ${saved.reason}: ${saved.detail}`])
      if (saved.changed) changed += 1
      if (published && canonical(live.get(story.uuid)) !== canonical(story.content))
        toPublish.push(story.uuid)
    }
    if (toPublish.length > 0) await publish(trx, toPublish, { now })
  })
  return {
    ...countContent(stories.map(({ story }) => story.content)),
    changed,
    published: toPublish.length,
    warnings,
  }
}

/** Every file as a story; faults of all files are collected before any is reported. */
async function readContentFiles(db: Database, dir: string, sizes: ReadonlyMap<string, Size>) {
  if (!existsSync(dir)) throw new ContentFileError([`${resolve(dir)}: there is no such folder`])
  const faults: string[] = []
  const tell = (slug: string, found: readonly FileFault[]) =>
    faults.push(...found.map(({ at, fault }) => `${slug}.yaml: ${at}: ${fault}`))
  const files: StoryFile[] = []
  for (const path of await yamlFiles(dir)) {
    const slug = path
      .replace(/\.yaml$/, '')
      .split(sep)
      .join('/')
    const read = readStoryFile(await readFile(join(dir, path), 'utf8'), slug)
    if (read.ok) files.push(read.file)
    else tell(slug, read.faults)
  }
  const uuids = new Map(
    (await selectStories(db, { version: 'draft' })).map((row) => [row.full_slug, row.uuid]),
  )
  for (const file of files) {
    const other = files.find((other) => other !== file && other.uuid === file.uuid)
    if (other) tell(file.fullSlug, [{ at: 'uuid', fault: `is also that of ${other.fullSlug}.yaml` }])
    uuids.set(file.fullSlug, file.uuid)
  }
  const warnings: string[] = []
  const stories: { story: StoryDraft; published: boolean }[] = []
  for (const file of files) {
    const missing = new Set<string>()
    const read = storyOfFile(file, {
      assetSize: (name) => sizes.get(name) ?? null,
      uuidOf: (slug) => {
        if (!uuids.has(slug)) missing.add(slug)
        return uuids.get(slug) ?? storyUuid(slug)
      },
    })
    if (read.ok) stories.push({ story: read.story, published: file.published })
    else tell(file.fullSlug, read.faults)
    for (const slug of missing) warnings.push(`${file.fullSlug}.yaml: there is no story “${slug}” yet`)
  }
  if (faults.length > 0) throw new ContentFileError(faults)
  return { stories, warnings }
}

async function yamlFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .sort()
}

type Size = { width: number; height: number }

/** `editorial/workbench.jpg` → its size. */
async function pictureSizes(dir: string): Promise<Map<string, Size>> {
  const sizes = new Map<string, Size>()
  if (!existsSync(dir)) return sizes
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(jpe?g|png|webp|avif)$/i.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const { width, height } = await sharp(path).metadata()
    sizes.set(relative(dir, path).split(sep).join('/'), { width, height })
  }
  return sizes
}

/**
 * Writes every story below `dir` as the file it would be loaded from: the published content, or the draft of a story
 * that was never published. Files of stories that no longer exist stay.
 */
export async function exportContentFiles(
  db: Database,
  dir: string,
): Promise<ContentCounts & { files: number; withUnpublishedChanges: string[] }> {
  const live = new Map(
    (await selectStories(db, { version: 'published' })).map((row) => [row.uuid, row.content]),
  )
  const rows = await selectStories(db, { version: 'draft' })
  const slugs = new Map(rows.map((row) => [row.uuid, row.full_slug]))
  const uuids = new Map(rows.map((row) => [row.full_slug, row.uuid]))
  const ids = {
    slugOf: (uuid: string) => slugs.get(uuid),
    uuidOf: (slug: string) => uuids.get(slug) ?? storyUuid(slug),
  }
  const contents: StoredContent[] = []
  const withUnpublishedChanges: string[] = []
  for (const row of rows) {
    const content = live.get(row.uuid) ?? row.content
    if (live.has(row.uuid) && canonical(content) !== canonical(row.content))
      withUnpublishedChanges.push(row.full_slug)
    contents.push(content)
    const file = join(dir, `${row.full_slug}.yaml`)
    await mkdir(dirname(file), { recursive: true })
    const story = {
      uuid: row.uuid,
      fullSlug: row.full_slug,
      name: row.name,
      content,
      slugs: row.slugs,
      position: row.position,
      isStartpage: row.is_startpage,
      tags: row.tag_list,
      sortByDate: row.sort_by_date,
      published: live.has(row.uuid),
    }
    await writeFile(file, writeStoryFile(story, ids))
  }
  return { ...countContent(contents), files: rows.length, withUnpublishedChanges }
}
