import { z } from 'zod'
import { isRecord, textIn } from './raw.ts'

/** A block as delivered: flattened to one language, relations and links resolved in place. */
const blok = z.looseObject({ component: z.string().min(1), _uid: z.string().optional().catch(undefined) })

/** A story as delivered. Only what the site relies on is checked; everything else passes. */
const story = z.looseObject({
  id: z.number(),
  uuid: z.string().min(1),
  name: z.string().catch(''),
  full_slug: z.string().catch(''),
  default_full_slug: z.string().nullish().catch(null),
  lang: z.string().nullish().catch(null),
  content: blok,
  published_at: z.string().nullish().catch(null),
  first_published_at: z.string().nullish().catch(null),
  tag_list: z.array(z.string()).catch([]),
  translated_slugs: z
    .array(z.looseObject({ path: z.string().min(1), lang: z.string() }))
    .nullish()
    .catch(null),
})

export type Story = z.infer<typeof story>

/** Fields whose story's content is shown in place, as `component.field`: the site asks for these relations. */
export const relations = 'global-reference.reference'

const cv = z.number().nullish().catch(null)

/** Says which story it is, whether or not a page can be made of it. An answer without any is nonsense. */
const delivered = z.union([
  z.looseObject({ full_slug: z.string().min(1) }),
  z.looseObject({ uuid: z.string().min(1) }),
])
const isDelivered = (raw: unknown) => delivered.safeParse(raw).success

/** `GET cdn/stories/{slug}` */
export const storyAnswer = z.object({ story: delivered, cv })

/** `GET cdn/stories` */
export const storiesAnswer = z.object({
  stories: z
    .array(z.unknown())
    .refine((stories) => stories.length === 0 || stories.some(isDelivered), 'holds no story'),
  cv,
})

/** A story of such an answer; one that no page can be made of must not cost the others of its list. */
export function readStory(
  raw: unknown,
): { ok: true; story: Story } | { ok: false; slug: string; reason: string } {
  const parsed = story.safeParse(raw)
  if (parsed.success) return { ok: true, story: parsed.data }
  const [issue] = parsed.error.issues
  const { full_slug, uuid } = isRecord(raw) ? raw : {}
  return {
    ok: false,
    slug: textIn(full_slug) || textIn(uuid),
    reason: `${issue?.path.join('.')}: ${issue?.message}`,
  }
}

/** `GET cdn/spaces/me` */
export const spaceAnswer = z.object({ space: z.looseObject({ id: z.number(), version: z.number() }) })
