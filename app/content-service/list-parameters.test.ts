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
    expect(await saveDraft(database.db, draft, { now: at(index + 1), from: null })).toMatchObject({
      ok: true,
    })
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

describe('alternatives', () => {
  const any = 'filter_query[__or]'
  test.each<[string, string, string[]]>([
    ['each field by itself', `${any}[][colour][in]=red&${any}[][size][in]=5`, ['rubin', 'saphir']],
    [
      'numbered, with all that one asks',
      `${any}[0][colour][in]=blue&${any}[0][size][gt_int]=4&${any}[1][colour][in]=red`,
      ['rubin', 'saphir'],
    ],
    ['numbered, one alone', `${any}[0][colour][in]=blue&${any}[0][size][lt_int]=4`, ['korund']],
    [
      'numbered, mixed up',
      `${any}[1][colour][in]=blue&${any}[0][colour][in]=white&${any}[1][size][in]=2`,
      ['korund', 'steine/diamant'],
    ],
    [
      'told apart by what comes again',
      `${any}[][colour][in]=blue&${any}[][size][lt_int]=3&${any}[][colour][in]=red&${any}[][size][gt_int]=2`,
      ['rubin', 'korund'],
    ],
    [
      'and nobody’s for the third',
      `${any}[][colour][in]=blue&${any}[][size][lt_int]=3&${any}[][colour][in]=red&${any}[][size][gt_int]=9&${any}[][colour][in]=white`,
      ['korund', 'steine/diamant'],
    ],
    [
      'a single field, three times over two',
      `${any}[][colour][in]=red&${any}[][colour][in]=white&${any}[][size][in]=5`,
      ['rubin', 'saphir', 'steine/diamant'],
    ],
    ['bounds of one field together', `${any}[][size][gt_int]=2&${any}[][size][lt_int]=4`, ['rubin']],
    [
      'bounds of one field, and another',
      `${any}[][size][gt_int]=2&${any}[][size][lt_int]=4&${any}[][colour][in]=white`,
      ['rubin', 'steine/diamant'],
    ],
    [
      'nested fields',
      `${any}[0][origin.country][in]=Burma&${any}[0][colour][not_in]=red&${any}[1][origin.country][like]=Cey*`,
      ['saphir', 'korund'],
    ],
    [
      'beside what all must meet',
      `filter_query[colour][in]=blue&${any}[][size][in]=2&${any}[][size][in]=3`,
      ['korund'],
    ],
    [
      'with lists',
      `${any}[0][colour][in][]=blue&${any}[0][colour][in][]=red&${any}[0][size][gt_int]=2`,
      ['rubin', 'saphir'],
    ],
  ])('%s', async (_, query, expected) => {
    expect(await slugs(query)).toEqual(expected)
  })
})

describe('searching', () => {
  test.each<[string, string[]]>([
    // Name and title first, then what says it most often.
    ['korund', ['korund', 'saphir', 'rubin']],
    ['Rubin', ['rubin']],
    ['KORUND rot', ['rubin']],
    ['weiterlesen', ['saphir']],
    ['Sternsaphir', ['saphir']],
    // Across two styles of one word.
    ['ein rubin ist', ['rubin']],
    ['Burma', ['rubin', 'korund']],
    ['rote', []],
  ])('“%s” in texts', async (term, expected) => {
    expect(await slugs(`search_term=${encodeURIComponent(term)}`)).toEqual(expected)
  })

  test.each([
    'component',
    'two-columns',
    'rich-text',
    'paragraph',
    'zwei-spalten',
    'primary',
    'multilink',
    'https',
    'verzeichnis',
    'lagerhalle',
    'bold',
    'title__i18n__en',
    '{',
    '"',
    ':',
    cast[0]?.uuid ?? '',
  ])('“%s” is no text', async (term) => {
    expect(await slugs(`search_term=${encodeURIComponent(term)}`)).toEqual([])
  })

  test('in the language that is asked for', async () => {
    expect(await slugs('language=en&search_term=rubies')).toEqual(['rubin'])
    expect(await slugs('search_term=rubies')).toEqual([])
    expect(await slugs('language=en&search_term=read%20on')).toEqual(['saphir'])
    expect(await slugs('language=en&search_term=weiterlesen')).toEqual([])
  })

  test('among what else is asked for, in the order that is asked for, page by page', async () => {
    expect(await slugs('search_term=korund&filter_query[colour][in]=blue')).toEqual(['korund', 'saphir'])
    expect(await slugs('search_term=korund&sort_by=full_slug:desc')).toEqual(['saphir', 'rubin', 'korund'])
    expect(await slugs('search_term=korund&per_page=1&page=2')).toEqual(['saphir'])
  })

  test('finds what was published a moment ago', async () => {
    const [rubin] = cast
    if (!rubin) throw new Error('no story')
    const written = { ...rubin, content: { ...rubin.content, description: 'Taubenblut' } }
    await saveDraft(database.db, written, { now: at(1), from: 1 })
    expect(await slugs('search_term=Taubenblut')).toEqual([])
    await publish(database.db, [rubin.uuid], { now: at(11) })
    expect(await slugs('search_term=Taubenblut')).toEqual(['rubin'])
  })
})

describe('a browser that asks beforehand', () => {
  const ask = (headers: Record<string, string>) =>
    service.fetch(
      new Request('http://shop.example/content/v2/cdn/stories', {
        method: 'OPTIONS',
        headers: { origin: 'https://other.example', 'access-control-request-method': 'GET', ...headers },
      }),
    )
  const listOf = (response: Response, name: string) =>
    (response.headers.get(name) ?? '').toLowerCase().split(', ')

  test('may send what the clients send', async () => {
    const answer = await ask({ 'access-control-request-headers': 'content-type,sb-agent,sb-agent-version' })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(listOf(answer, 'access-control-allow-methods')).toContain('get')
    expect(listOf(answer, 'access-control-allow-headers')).toEqual(
      expect.arrayContaining(['accept', 'content-type', 'sb-agent', 'sb-agent-version']),
    )
    expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0)
    expect(listOf(await ask({}), 'access-control-allow-headers')).toContain('sb-agent')
  })

  test('may send headers of its own, and nothing else comes back', async () => {
    const answer = await ask({ 'access-control-request-headers': 'X-Mine, bad header, x:y' })
    const allowed = listOf(answer, 'access-control-allow-headers')
    expect(allowed).toContain('x-mine')
    expect(allowed.filter((name) => /[\s:]/.test(name))).toEqual([])
  })
})
