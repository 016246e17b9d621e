import { describe, expect, test } from 'vitest'
import { type Locale, locales } from '#app/language/locales.ts'
import { demoContent } from '#tests/demo-content.ts'
import { searchArticles } from './article-search.ts'
import { type Topic, topics } from './roots.ts'

const demo = demoContent()

function search(locale: Locale, query: string, topic: Topic | null = null) {
  const { env, stories } = demo.app
  return searchArticles(stories, { query, topic }, { locale, apiUrl: env.API_URL })
}
const titles = async (locale: Locale, query: string, topic: Topic | null = null) =>
  (await search(locale, query, topic)).articles.map(({ title }) => title)

test.each(locales)('without a query all articles are there, newest first (%s)', async (locale) => {
  const { articles, total, counts } = await search(locale, '')
  expect(total).toBe(12)
  expect(articles).toHaveLength(12)
  const dates = articles.map(({ date }) => date)
  expect(dates).toEqual([...dates].sort().reverse())
  expect(counts.map(({ topic }) => topic)).toEqual(Object.keys(topics))
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(12)
})

describe('words are found', () => {
  const ringSize = 'Ringgröße messen, ohne sich zu vermessen'
  test.each(['Ringgröße', 'ringgroesse', 'RINGGRÖSSE', 'ringgrosse', '  Ringgrößen, messen!  '])(
    '%s: whatever the case, accents and ending',
    async (query) => {
      expect(await titles('de', query)).toEqual([ringSize])
    },
  )

  test('in the text alone, and within a compound', async () => {
    expect(await titles('de', 'Bernhardinerkopf')).toEqual(['Punzen lesen: was 585, 750 und 925 bedeuten'])
    expect(await titles('de', 'bernhardiner')).toEqual(['Punzen lesen: was 585, 750 und 925 bedeuten'])
    expect(await titles('en', 'St Bernard')).toEqual(['Reading hallmarks: what 585, 750 and 925 mean'])
  })

  test('all of them, at different places', async () => {
    const both = await titles('de', 'Punze Bernhardinerkopf')
    expect(both).toEqual(['Punzen lesen: was 585, 750 und 925 bedeuten'])
    expect(await titles('de', 'Punze Quastenflosser')).toEqual([])
  })

  test('in a title first', async () => {
    const found = await titles('de', 'Punze')
    expect(found.length).toBeGreaterThan(1)
    // The oldest article of all.
    expect(found[0]).toBe('Punzen lesen: was 585, 750 und 925 bedeuten')
  })
})

test('a topic narrows what is shown, not what is counted', async () => {
  const everywhere = await search('de', 'Gold')
  const inTopic = await search('de', 'Gold', 'watches')
  expect(inTopic.total).toBe(everywhere.total)
  expect(inTopic.counts).toEqual(everywhere.counts)
  expect(inTopic.articles).toEqual(everywhere.articles.filter(({ topic }) => topic === 'watches'))
  expect(inTopic.articles).toHaveLength(
    inTopic.counts.find(({ topic }) => topic === 'watches')?.count ?? Number.NaN,
  )
})

test.each(['?!', '„“', '💍', '%', '_', "'; drop table story; --", '\\', 'Quastenflosser '.repeat(200)])(
  'finds nothing for %j, and nothing breaks',
  async (query) => {
    expect(await search('de', query)).toMatchObject({ articles: [], total: 0 })
  },
)

test('names of options and blocks are no words of an article', async () => {
  for (const query of ['rich-text', 'landscape', 'jewelry', 'paragraph', 'editorial']) {
    expect(await titles('de', query)).toEqual([])
  }
})
