import { isRecord } from '../raw.ts'
import { relations, type Story } from '../story-shape.ts'

/** How other stories are had, drafts included: whole with their own references, or without their bodies. */
type Fetching = { whole(uuids: string[]): Promise<Story[]>; addresses(uuids: string[]): Promise<Story[]> }

const [relationBlock = '', relationField = ''] = relations.split('.')
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** As many as the content service resolves by itself. */
const maxReferences = 50

/**
 * Content as an editor sends it while somebody writes, made into what the content service would deliver: shared
 * content and the targets of links in place, and every block with the comment that the editor finds it by. An editor
 * knows other stories by their uuid only, and a new link has never been delivered.
 */
export async function completeContent(
  given: Record<string, unknown>,
  place: { storyId: number; spaceId: string },
  fetch: Fetching,
): Promise<Story['content']> {
  const content = structuredClone(given) as Story['content']
  const nodes = [...nodesOf(content)]
  const shared = nodes.filter((node) => node.component === relationBlock && isUuid(node[relationField]))
  // A link that was just turned elsewhere may still carry the story it led to.
  const links = nodes.filter((node) => {
    const uuid = linkedUuid(node)
    return uuid !== null && !(isRecord(node.story) && node.story.uuid === uuid)
  })
  const [wholeStories, linkedStories] = await Promise.all([
    found(
      fetch.whole,
      shared.map((node) => node[relationField] as string),
    ),
    found(
      fetch.addresses,
      links.map((node) => linkedUuid(node) as string),
    ),
  ])
  for (const node of nodes) addComment(node, place)
  for (const node of shared) {
    node[relationField] = wholeStories.get(node[relationField] as string) ?? node[relationField]
  }
  for (const node of links) {
    const story = linkedStories.get(linkedUuid(node) as string)
    if (story) node.story = story
  }
  return content
}

async function found(
  fetch: (uuids: string[]) => Promise<Story[]>,
  uuids: string[],
): Promise<Map<string, Story>> {
  const wanted = [...new Set(uuids)].slice(0, maxReferences)
  const stories = wanted.length === 0 ? [] : await fetch(wanted)
  return new Map(stories.map((story) => [story.uuid, story]))
}

/** Every object in the content; not what lies inside other stories that were delivered in place. */
function* nodesOf(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item)
  if (!isRecord(value)) return
  yield value
  for (const inner of Object.values(value))
    if (!(isRecord(inner) && 'full_slug' in inner)) yield* nodesOf(inner)
}

/** Link fields carry the story's uuid as `id`, link marks of rich text as `uuid`. */
function linkedUuid(node: Record<string, unknown>): string | null {
  if (node.linktype !== 'story') return null
  return [node.id, node.uuid].find(isUuid) ?? null
}

const isUuid = (value: unknown): value is string => typeof value === 'string' && uuidPattern.test(value)

function addComment(
  node: Record<string, unknown>,
  { storyId, spaceId }: { storyId: number; spaceId: string },
) {
  if (typeof node.component !== 'string' || typeof node._uid !== 'string' || node._editable) return
  const facts = { name: node.component, space: spaceId, uid: node._uid, id: String(storyId) }
  node._editable = `<!--#storyblok#${JSON.stringify(facts)}-->`
}
