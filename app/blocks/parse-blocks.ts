import { parseLink, storyLink } from '#app/content/links.ts'
import { isRecord, textIn } from '#app/content/raw.ts'
import { cleanText } from '#app/language/clean-text.ts'
import type { Locale } from '#app/language/locales.ts'
import { frozen } from '#app/platform/frozen.ts'
import type { AnyBlock, Block, BrokenBlock, FieldValues, StoryReference } from './block.ts'
import { blockDeclarations, isBlockName } from './declaration.ts'
import type { Field, Fields, Part } from './fields.ts'
import { type Picture, parsePicture } from './media/picture.ts'
import { cutLists, type FieldChange, fieldsSchema, fitFields, isComponent, reasons } from './parse-fields.ts'
import { type RootName, roots } from './roots.ts'
import { sanitiseRichText } from './text/sanitise.ts'

export const blockLimits = { depth: 10, blocks: 600 } as const

export type ParseContext = {
  locale: Locale
  /** Base of our own API, for the addresses of pictures. */
  apiUrl: string
  /** In preview a broken block leaves a notice in its place, and blocks carry the visual editor's attributes. */
  preview?: boolean
}

/** Something in the content that could not be used. */
export type Fault = {
  /** Where: `body.2.left.0 › text`. */
  at: string
  component: string
  uid: string
  reason: string
  /** Whether the whole block is missing, or only a part of it. */
  block: boolean
}

export type ParsedBlocks = { blocks: AnyBlock[]; faults: Fault[] }

export type RootContent<Name extends RootName> = FieldValues<(typeof roots)[Name]['fields']>

export type ParsedRoot<Name extends RootName> =
  | {
      ok: true
      content: RootContent<Name>
      faults: Fault[]
      /** Of the fields beside the list of blocks, why some are not as they were written; empty if all are. */
      unfit: string
    }
  | { ok: false; reason: string }

/**
 * Makes typed blocks of a delivered list. Unknown and broken ones are left out (a notice in preview) and told in
 * `faults`; their neighbours are not touched. Nested blocks and shared content included, at most `blockLimits`.
 */
export function parseBlocks(raw: unknown, context: ParseContext): ParsedBlocks {
  const walk = newWalk(context)
  const blocks = Array.isArray(raw) ? parseList(raw, walk, { at: 'body', depth: 1, allow: 'any' }) : []
  return { blocks, faults: walk.faults }
}

/** What was made of the content of a story that many read, for as long as that version of it is kept. */
const parsedRoots = new WeakMap<object, Map<string, ParsedRoot<RootName>>>()

/**
 * Makes the content of a page, an article or a piece of shared content of a delivered story's `content`. What is too
 * much is cut, and a field that cannot be used is left out where the page can do without: both are told in `faults`, and
 * in preview by notices among the blocks. Of a frozen story (`content/story.ts`) this is done once, and frozen, too.
 */
export function parseRoot<Name extends RootName>(
  name: Name,
  raw: unknown,
  context: ParseContext,
): ParsedRoot<Name> {
  if (!isComponent(raw)) return { ok: false, reason: 'the story has no content' }
  if (context.preview || !Object.isFrozen(raw)) return parseAnew(name, raw, context)
  const known = parsedRoots.get(raw) ?? new Map<string, ParsedRoot<RootName>>()
  parsedRoots.set(raw, known)
  const key = [name, context.locale, context.apiUrl].join(' ')
  const parsed = known.get(key) ?? frozen(parseAnew(name, raw, context))
  known.set(key, parsed)
  return parsed as ParsedRoot<Name>
}

function parseAnew<Name extends RootName>(
  name: Name,
  raw: Record<string, unknown> & { component: string },
  context: ParseContext,
): ParsedRoot<Name> {
  if (raw.component !== name)
    return { ok: false, reason: `the story is a “${raw.component}”, not a “${name}”` }
  const walk = newWalk(context)
  const place = { at: '', depth: 1, component: name, uid: uidOf(raw) }
  const { fitting, changes } = fitFields(roots[name].fields, raw)
  const parsed = parseFields(roots[name].fields, fitting, walk, place)
  if (!parsed.ok) return parsed
  const notices = changes.map(({ field, reason }) => {
    walk.faults.push({ at: field, component: name, uid: place.uid, reason, block: false })
    walk.seen += 1
    const notice: BrokenBlock = {
      component: 'broken-block',
      name: '',
      ofPage: true,
      reason,
      key: `${walk.seen}`,
      uid: '',
    }
    return { field, notice }
  })
  const ofBody = (wanted: boolean) =>
    notices.flatMap(({ field, notice }) => ((field === 'body') === wanted ? [notice] : []))
  const { body } = parsed.values as { body: AnyBlock[] }
  const content = {
    ...parsed.values,
    ...(walk.preview && { body: [...ofBody(false), ...body, ...ofBody(true)] }),
  } as RootContent<Name>
  const unfit = changes.flatMap(({ field, reason }) => (field === 'body' ? [] : [reason]))
  return { ok: true, content, faults: walk.faults, unfit: unfit.join('; ') }
}

type Walk = ParseContext & { faults: Fault[]; seen: number; count: number; sharedFrom: readonly string[] }

function newWalk(context: ParseContext): Walk {
  return { ...context, faults: [], seen: 0, count: 0, sharedFrom: [] }
}

type Place = { at: string; depth: number; component: string; uid: string }

function parseList(
  raw: readonly unknown[],
  walk: Walk,
  place: { at: string; depth: number; allow: readonly string[] | 'any' },
): AnyBlock[] {
  const blocks: AnyBlock[] = []
  for (const [index, item] of raw.entries()) {
    const at = place.at === '' ? String(index) : `${place.at}.${index}`
    blocks.push(...parseBlock(item, walk, { ...place, at }))
  }
  return blocks
}

function parseBlock(
  raw: unknown,
  walk: Walk,
  { at, depth, allow }: { at: string; depth: number; allow: readonly string[] | 'any' },
): AnyBlock[] {
  const component = isComponent(raw) ? cleanText(raw.component).slice(0, 60) : ''
  const uid = isRecord(raw) ? uidOf(raw) : ''
  const place: Place = { at, depth, component, uid }
  walk.seen += 1
  const frame = { key: `${walk.seen}`, uid, ...(walk.preview && isRecord(raw) && editAttributes(raw)) }
  const notice = (reason: string): BrokenBlock[] =>
    walk.preview ? [{ component: 'broken-block', name: component, reason, ...frame }] : []
  const broken = (reason: string) => {
    walk.faults.push({ at, component, uid, reason, block: true })
    return notice(reason)
  }

  if (!isComponent(raw)) return broken('is no block')
  if (!isBlockName(component)) return broken('there is no such block')
  if (allow !== 'any' && !allow.includes(component)) return broken(`only ${allow.join(', ')} may stand here`)
  if (depth > blockLimits.depth) return broken(`is nested deeper than ${blockLimits.depth}`)
  if (walk.count >= blockLimits.blocks) return broken(`is beyond the ${blockLimits.blocks} blocks of a page`)
  walk.count += 1

  const parsed = parseFields(blockDeclarations[component].schema.fields, raw, walk, place)
  if (!parsed.ok) return broken(parsed.reason)
  if (parsed.values.onlyIn !== 'all' && parsed.values.onlyIn !== walk.locale) return []
  const tooMuch = parsed.cut.flatMap(({ field, reason }) =>
    notice(`${component} › ${reason}`).map((each) => ({
      ...each,
      ofPage: true,
      key: `${frame.key}-${field}`,
    })),
  )
  return [{ component, ...frame, ...parsed.values } as Block, ...tooMuch]
}

type ParsedFields =
  | { ok: true; values: Record<string, unknown>; cut: FieldChange[] }
  | { ok: false; reason: string }

function parseFields(fields: Fields, raw: Record<string, unknown>, walk: Walk, place: Place): ParsedFields {
  const { fitting, changes: cut } = cutLists(fields, raw)
  const shaped = fieldsSchema(fields).safeParse(fitting)
  if (!shaped.success) return { ok: false, reason: reasons(shaped.error) }
  for (const { field, reason } of cut)
    walk.faults.push({
      at: join(place.at, field),
      component: place.component,
      uid: place.uid,
      reason,
      block: false,
    })
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const made = fieldValue(field, shaped.data[name], walk, { ...place, at: join(place.at, name) })
    if (!made.ok) return { ok: false, reason: `${name}: ${made.reason}` }
    if (made.value === undefined && field.required) return { ok: false, reason: `${name}: is required` }
    if (made.value !== undefined) values[name] = made.value
  }
  return { ok: true, values, cut }
}

type Made = { ok: true; value: unknown } | { ok: false; reason: string }
const made = (value: unknown): Made => ({ ok: true, value })

/** The second half of a field's parsing, for the kinds that depend on language, place or other stories. */
function fieldValue(field: Field, shaped: unknown, walk: Walk, place: Place): Made {
  const leftOut = (reason: string) =>
    walk.faults.push({ at: place.at, component: place.component, uid: place.uid, reason, block: false })

  switch (field.kind) {
    case 'link': {
      if (shaped === undefined) return made(undefined)
      const link = parseLink(shaped, walk.locale)
      if (!link && !isEmptyLink(shaped)) {
        const reason = 'the link leads nowhere or may not be followed'
        if (field.required) return { ok: false, reason }
        leftOut(reason)
      }
      return made(link ?? undefined)
    }
    case 'asset': {
      const picture = parsePicture(shaped, walk.apiUrl)
      if (!picture && !isEmptyAsset(shaped)) {
        const reason = 'the picture lies in an unknown place'
        if (field.required) return { ok: false, reason }
        leftOut(reason)
      }
      return made(picture ?? undefined)
    }
    case 'assets': {
      const pictures = (shaped as unknown[])
        .map((item) => parsePicture(item, walk.apiUrl))
        .filter((picture): picture is Picture => picture !== null)
      if (pictures.length < (field.min ?? 0)) return { ok: false, reason: 'is required' }
      return made(pictures)
    }
    case 'rich-text': {
      if (shaped === undefined) return made(undefined)
      const document = sanitiseRichText(shaped, {
        locale: walk.locale,
        apiUrl: walk.apiUrl,
        blocks: (raw) =>
          Array.isArray(raw)
            ? parseList(raw, walk, { at: `${place.at} › blok`, depth: place.depth + 1, allow: 'any' })
            : [],
        onDropped: leftOut,
      })
      return made(document ?? undefined)
    }
    case 'blocks': {
      const list = shaped as unknown[]
      const blocks = parseList(list, walk, { at: place.at, depth: place.depth + 1, allow: field.allow })
      return field.required && blocks.length === 0
        ? { ok: false, reason: 'nothing in it can be shown' }
        : made(blocks)
    }
    case 'parts':
      return parseParts(field.part, shaped as unknown[], field.min ?? 0, walk, place)
    case 'story': {
      if (shaped === undefined) return made(undefined)
      return parseReference(shaped, walk, place)
    }
    case 'stories':
      return made((shaped as unknown[]).map((item) => reference(item, walk)))
    default:
      return made(shaped)
  }
}

/** A broken part is left out; too few whole ones make the block unusable. */
function parseParts(part: Part, raw: readonly unknown[], min: number, walk: Walk, place: Place): Made {
  const values: Record<string, unknown>[] = []
  for (const [index, item] of raw.entries()) {
    const at = `${place.at}.${index}`
    const uid = isRecord(item) ? uidOf(item) : ''
    const fail = (reason: string) => walk.faults.push({ at, component: part.name, uid, reason, block: false })
    if (!isRecord(item) || (item.component !== undefined && item.component !== part.name)) {
      fail(`is no ${part.name}`)
      continue
    }
    const parsed = parseFields(part.fields, item, walk, { ...place, at, component: part.name, uid })
    if (parsed.ok) values.push({ key: `${index}`, ...parsed.values })
    else fail(parsed.reason)
  }
  return values.length < min ? { ok: false, reason: 'nothing in it can be shown' } : made(values)
}

/** Shared content: its blocks become part of the page, unless they lead back to themselves. */
function parseReference(shaped: unknown, walk: Walk, place: Place): Made {
  const found = reference(shaped, walk)
  if (!isRecord(shaped) || !isComponent(shaped.content)) {
    return { ok: false, reason: 'the shared content was not found' }
  }
  if (shaped.content.component !== 'global')
    return { ok: false, reason: 'refers to a story that is not shared content' }
  if (walk.sharedFrom.includes(found.uuid)) return { ok: false, reason: 'the shared content contains itself' }
  const before = walk.sharedFrom
  walk.sharedFrom = [...before, found.uuid]
  const body = Array.isArray(shaped.content.body) ? shaped.content.body : []
  const blocks = parseList(body, walk, { at: `${place.at} › body`, depth: place.depth + 1, allow: 'any' })
  walk.sharedFrom = before
  return made({ ...found, blocks })
}

function reference(raw: unknown, walk: Walk): StoryReference {
  if (!isRecord(raw)) return { uuid: textIn(raw) }
  const slug = typeof raw.full_slug === 'string' ? raw.full_slug : ''
  const link = slug === '' ? null : storyLink(slug, walk.locale)
  return {
    uuid: cleanText(textIn(raw.uuid)),
    ...(typeof raw.name === 'string' && { name: cleanText(raw.name) }),
    ...(link && { link }),
  }
}

const isEmptyAsset = (raw: unknown) =>
  raw === undefined ||
  (isRecord(raw) && (raw.filename === '' || raw.filename === null || raw.filename === undefined))

/** The content service delivers a link that nobody filled in as an object without an address. */
const isEmptyLink = (raw: unknown) =>
  isRecord(raw) &&
  ['href', 'url', 'cached_url', 'email', 'id'].every(
    (name) => raw[name] === undefined || raw[name] === '' || raw[name] === null,
  )

const join = (at: string, name: string) => (at === '' ? name : `${at}.${name}`)

function uidOf(raw: Record<string, unknown>): string {
  return typeof raw._uid === 'string' ? cleanText(raw._uid).slice(0, 80) : ''
}

/** `<!--#storyblok#{"name":…,"uid":…,"id":…}-->` → what the visual editor looks for in the page. */
function editAttributes(raw: Record<string, unknown>): { edit?: { c: string; uid: string } } {
  const comment = typeof raw._editable === 'string' ? raw._editable : ''
  const json = /^<!--#storyblok#(\{.+\})-->$/s.exec(comment)?.[1]
  if (json === undefined) return {}
  try {
    const options: unknown = JSON.parse(json)
    if (!isRecord(options)) return {}
    return { edit: { c: JSON.stringify(options), uid: `${textIn(options.id)}-${textIn(options.uid)}` } }
  } catch {
    // A comment that is no JSON only costs the click-to-edit of this block.
    return {}
  }
}
