import { z } from 'zod'

/** A block as delivered: flattened to one language, relations and links resolved in place. */
const blok = z.looseObject({ component: z.string().min(1), _uid: z.string().optional() })

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

/** `GET cdn/stories/{slug}` */
export const storyAnswer = z.object({ story, cv })

/** `GET cdn/stories` */
export const storiesAnswer = z.object({ stories: z.array(story), cv })

/** `GET cdn/spaces/me` */
export const spaceAnswer = z.object({ space: z.looseObject({ id: z.number(), version: z.number() }) })
