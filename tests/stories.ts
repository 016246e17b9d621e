import { storyUuid } from '#app/content-service/files/story-ids.ts'
import type { StoryDraft } from '#app/content-service/publishing.ts'
import type { StoredContent } from '#app/content-service/story-row.ts'
import type { Database } from '#app/platform/database/database.ts'

/** The version of a story's draft; null: there is no such story. */
export async function draftVersion(db: Database, uuid: string): Promise<number | null> {
  const row = await db.selectFrom('story').select('draft_version').where('uuid', '=', uuid).executeTakeFirst()
  return row?.draft_version ?? null
}

/** A story as an editor saves it: a page unless `content` says otherwise. */
export const story = (
  fullSlug: string,
  content: StoredContent,
  more: Partial<StoryDraft> = {},
): StoryDraft => ({
  uuid: storyUuid(fullSlug),
  fullSlug,
  name: fullSlug,
  content: { component: 'page', _uid: `uid-${fullSlug}`, ...content },
  ...more,
})
const storyLink = (slug: string) => ({
  fieldtype: 'multilink',
  linktype: 'story',
  id: storyUuid(slug),
  url: '',
  cached_url: slug,
})
/** `parts/00`, `parts/01`, … */
export const numbered = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(2, '0')}`)

export const aboutUs = story(
  'about-us',
  {
    title: 'Über uns',
    title__i18n__en: 'About us',
    description: 'Wer wir sind',
    description__i18n__en: '',
    body: [
      {
        component: 'button',
        _uid: 'button-1',
        label: 'Kontakt',
        label__i18n__en: 'Contact',
        link: storyLink('contact'),
      },
      {
        component: 'rich-text',
        _uid: 'text-1',
        text: {
          type: 'doc',
          content: [
            {
              type: 'paragraph',
              content: [
                {
                  type: 'text',
                  text: 'Punzen',
                  marks: [
                    {
                      type: 'link',
                      attrs: {
                        href: 'knowledge/punzen',
                        uuid: storyUuid('knowledge/punzen'),
                        anchor: null,
                        target: null,
                        linktype: 'story',
                      },
                    },
                  ],
                },
              ],
            },
          ],
        },
      },
      { component: 'global-reference', _uid: 'ref-1', reference: storyUuid('global/steps') },
    ],
  },
  { name: 'Über uns' },
)
export const contact = story('contact', { title: 'Kontakt' }, { isStartpage: true, position: 5 })
export const hallmarks = story(
  'knowledge/punzen',
  {
    component: 'article',
    title: 'Punzen',
    title__i18n__en: 'Hallmarks',
    date: '2026-02-12 00:00',
    topic: 'gold',
    stars: '4',
    tags: ['gold', 'stempel'],
    body: [],
  },
  { slugs: { en: { path: 'knowledge/hallmarks' } }, tags: ['gold'] },
)
const fourCs = story('knowledge/vier-c', {
  component: 'article',
  title: 'Die vier C',
  date: '2026-05-28 00:00',
  topic: 'jewellery',
  stars: '5',
  tags: ['steine'],
  seo: { description: 'Karat' },
  body: [],
})
const steps = story('global/steps', {
  component: 'global',
  body: [{ component: 'global-reference', _uid: 'ref-2', reference: storyUuid('global/inner') }],
})
const inner = story('global/inner', {
  component: 'global',
  body: [{ component: 'divider', _uid: 'divider-1' }],
})
export const unpublishedPage = story('geheim', { title: 'Geheim' })
const parts = numbered(60, 'parts/').map((slug) => story(slug, { component: 'global', body: [] }))
const everyPart = story('every-part', {
  title: 'Alle Teile',
  body: numbered(60, 'parts/').map((slug, index) => ({
    component: 'global-reference',
    _uid: `part-${index}`,
    reference: storyUuid(slug),
  })),
})
const everyLink = story('every-link', {
  title: 'Alle Links',
  body: numbered(60, 'parts/').map((slug, index) => ({
    component: 'button',
    _uid: `link-${index}`,
    label: slug,
    link: storyLink(slug),
  })),
})
export const cast = [
  aboutUs,
  contact,
  hallmarks,
  fourCs,
  steps,
  inner,
  unpublishedPage,
  ...parts,
  everyPart,
  everyLink,
]
