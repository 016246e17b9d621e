import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import {
  type Delivery,
  deliverLink,
  deliverStory,
  deliverUrl,
  flattenContent,
  languageChain,
} from './deliver-story.ts'
import { type StoryRow, selectStories } from './story-row.ts'

/** More relations than this are listed by uuid instead; readers fetch them in batches of the same size. */
const relationLimit = 50
/** More links than this are listed by uuid instead; whole stories weigh more than addresses. */
const linkLimits = { url: 500, link: 500, story: 50 } as const

export type LinkStyle = keyof typeof linkLimits

type Resolved = {
  rels?: unknown[]
  rel_uuids?: string[]
  links?: unknown[]
  link_uuids?: string[]
  assets?: unknown[]
}

/**
 * What the delivered stories refer to: `rels` for the wanted `component.field` relations two levels deep, and `links`.
 * Over the limits `rel_uuids` / `link_uuids` take their place.
 */
export async function resolveReferences(
  db: Database,
  rows: readonly StoryRow[],
  wanted: {
    relations: readonly string[]
    links: LinkStyle | null
    /** 2: those of the linked stories, too. */
    linkLevel: number
    assets: boolean
  },
  delivery: Delivery,
): Promise<Resolved> {
  // Pictures lie in the stories themselves: nothing is known of them beyond.
  const resolved: Resolved = { rels: [], links: [], ...(wanted.assets && { assets: [] }) }
  const contents = (stories: readonly StoryRow[]) =>
    stories.map((row) =>
      flattenContent(row.content, languageChain(delivery.language, delivery.fallbackLanguage)),
    )

  let related: StoryRow[] = []
  if (wanted.relations.length > 0) {
    const first = relationUuids(contents(rows), wanted.relations)
    const firstRows = await storiesByUuid(db, first, delivery)
    const second = relationUuids(contents(firstRows), wanted.relations).filter(
      (uuid) => !first.includes(uuid),
    )
    const secondRows = await storiesByUuid(db, second, delivery)
    related = [...firstRows, ...secondRows]
    if (related.length > relationLimit) {
      delete resolved.rels
      resolved.rel_uuids = related.map((row) => row.uuid)
    } else {
      const { excludingFields: _, ...whole } = delivery
      resolved.rels = related.map((row) => deliverStory(row, whole))
    }
  }

  if (wanted.links) {
    const style = wanted.links
    const uuids = linkUuids([...contents(rows), ...contents(related)])
    const linked = await storiesByUuid(db, uuids, delivery)
    if (wanted.linkLevel > 1) {
      const further = linkUuids(contents(linked)).filter((uuid) => !uuids.includes(uuid))
      linked.push(...(await storiesByUuid(db, further, delivery)))
    }
    if (linked.length > linkLimits[style]) {
      delete resolved.links
      resolved.link_uuids = linked.map((row) => row.uuid)
    } else {
      resolved.links = linked.map((row) =>
        style === 'story'
          ? deliverStory(row, delivery)
          : style === 'link'
            ? deliverLink(row, { dates: false })
            : deliverUrl(row, delivery.language),
      )
    }
  }
  return resolved
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && uuidPattern.test(value)

/** Stories by uuid in the order of the list; unknown ones are left out. */
async function storiesByUuid(
  db: Database,
  uuids: readonly string[],
  delivery: Delivery,
): Promise<StoryRow[]> {
  if (uuids.length === 0) return []
  return selectStories(db, {
    version: delivery.version,
    where: [sql`story.uuid = any(${uuids}::uuid[])`],
    orderBy: [sql`array_position(${uuids}::uuid[], story.uuid)`],
  })
}

function relationUuids(contents: readonly unknown[], relations: readonly string[]): string[] {
  const found = new Set<string>()
  walk(contents, (node) => {
    for (const relation of relations) {
      const dot = relation.indexOf('.')
      if (node.component !== relation.slice(0, dot)) continue
      const value = node[relation.slice(dot + 1)]
      for (const uuid of Array.isArray(value) ? value : [value])
        if (isUuid(uuid)) found.add(uuid.toLowerCase())
    }
  })
  return [...found]
}

/** Link fields carry the story's uuid as `id`, link marks of rich text as `uuid`. */
function linkUuids(contents: readonly unknown[]): string[] {
  const found = new Set<string>()
  walk(contents, (node) => {
    if (node.linktype !== 'story') return
    const uuid = node.fieldtype === 'multilink' ? node.id : node.uuid
    if (isUuid(uuid)) found.add(uuid.toLowerCase())
  })
  return [...found]
}

function walk(node: unknown, visit: (node: { [field: string]: unknown }) => void): void {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, visit)
  } else if (node !== null && typeof node === 'object') {
    visit(node as { [field: string]: unknown })
    for (const value of Object.values(node)) walk(value, visit)
  }
}
