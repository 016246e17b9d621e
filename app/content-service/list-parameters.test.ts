import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { story } from '#tests/stories.ts'
import { type ContentService, createContentService } from './content-service.ts'
import { publish, saveDraft } from './publishing.ts'

const database = testDatabase()
let service: ContentService
const at = (day: number) => new Date(`2026-11-${String(day).padStart(2, '0')}T09:00:00Z`)

const paragraph = (...texts: string[]) => ({
  type: 'paragraph',
  content: texts.map((text, index) => ({
    type: 'text',
    text,
    ...(index > 0 && { marks: [{ type: 'bold' }] }),
  })),
})
const richText = (...content: object[]) => ({
  component: 'rich-text',
  _uid: 'r',
  text: { type: 'doc', content },
})

const cast = [
  story('rubin', {
    title: 'Rubine',
    title__i18n__en: 'Rubies',
    colour: 'red',
    size: '3',
    origin: { country: 'Burma' },
    body: [richText(paragraph('Ein Ru', 'bin ist ein Korund.'), paragraph('Er ist rot.'))],
  }),
  story('saphir', {
    title: 'Saphire',
    title__i18n__en: 'Sapphires',
    colour: 'blue',
    size: '5',
    origin: { country: 'Ceylon' },
    body: [
      {
        component: 'two-columns',
        _uid: 'zwei-spalten',
        style: 'primary',
        left: [richText(paragraph('Korund, Korund und noch einmal Korund'))],
      },
      {
        component: 'button',
        _uid: 'b',
        label: 'weiterlesen',
        label__i18n__en: 'Read on',
        link: {
          fieldtype: 'multilink',
          linktype: 'url',
          url: 'https://steine.example/verzeichnis?farbe=blau',
          id: '',
        },
      },
      {
        component: 'image',
        _uid: 'i',
        image: {
          fieldtype: 'asset',
          filename: 'https://bilder.example/lagerhalle.jpg',
          alt: 'Ein Sternsaphir',
          id: 1,
        },
      },
    ],
  }),
  story('korund', { title: 'Korund', colour: 'blue', size: '2', origin: { country: 'Burma' }, body: [] }),
  story('steine/diamant', { title: 'Diamanten', colour: 'white', body: [] }, { position: 1 }),
]

beforeAll(async () => {
  service = createContentService({ db: database.db, publicToken: 'public', previewToken: 'preview' })
  for (const [index, draft] of cast.entries()) {
    expect(await saveDraft(database.db, draft, { now: at(index + 1) })).toMatchObject({ ok: true })
    await publish(database.db, [draft.uuid], { now: at(index + 11) })
  }
})

async function slugs(query: string): Promise<string[]> {
  const address = `http://shop.example/content/v2/cdn/stories?cv=1&token=public&${query}`
  const response = await service.fetch(new Request(address))
  const body = (await response.json()) as { stories?: { default_full_slug: string }[] }
  if (!body.stories) throw new Error(JSON.stringify(body))
  return body.stories.map(({ default_full_slug }) => default_full_slug)
}

describe('times', () => {
  const second = encodeURIComponent(at(12).toISOString())
  test.each([
    [`published_at_gt=${second}`, ['korund', 'steine/diamant']],
    [`published_at_gte=${second}`, ['saphir', 'korund', 'steine/diamant']],
    [`published_at_lt=${second}`, ['rubin']],
    [`published_at_lte=${second}`, ['rubin', 'saphir']],
    [`first_published_at_gte=${second}&first_published_at_lte=${second}`, ['saphir']],
    ['updated_at_gt=2026-11-02&updated_at_lt=2027-01-01', ['rubin', 'saphir', 'korund', 'steine/diamant']],
    ['updated_at_gte=2027-01-01', []],
  ])('%s', async (query, expected) => {
    expect(await slugs(query)).toEqual(expected)
  })
})

describe('sorting', () => {
  test.each([
    ['sort_by=content.size:asc:int', ['korund', 'rubin', 'saphir', 'steine/diamant']],
    ['sort_by=content.size:desc:int:nulls_first', ['steine/diamant', 'saphir', 'rubin', 'korund']],
    ['sort_by=content.size:asc:nulls_first:float', ['steine/diamant', 'korund', 'rubin', 'saphir']],
    ['sort_by=content.size:desc:nulls_last', ['saphir', 'rubin', 'korund', 'steine/diamant']],
    ['sort_by=sort_by_date:asc:nulls_first,full_slug:desc', ['steine/diamant', 'saphir', 'rubin', 'korund']],
    ['sort_by=content.colour:asc,content.size:desc:int', ['saphir', 'korund', 'rubin', 'steine/diamant']],
  ])('%s', async (query, expected) => {
    expect(await slugs(query)).toEqual(expected)
  })

  test.each(['content.size:up', 'content.size:asc:desc', 'content.size:nulls', 'secret:asc'])(
    '%s is refused',
    async (sort) => {
      const address = `http://shop.example/content/v2/cdn/stories?cv=1&token=public&sort_by=${sort}`
      expect((await service.fetch(new Request(address))).status).toBe(422)
    },
  )
})

test('levels are the segments of the address', async () => {
  expect(await slugs('level=1')).toEqual(['rubin', 'saphir', 'korund'])
  expect(await slugs('level=2')).toEqual(['steine/diamant'])
  expect(await slugs('level=3')).toEqual([])
})
