import { describe, expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'
import { findRatingsLine } from '../find-ratings-line.ts'

testBlock('ratings-line', { refuses: [] })

test('the stars are as many as there are, and the line leads to the ratings', async () => {
  const { html } = await renderDelivered([{ component: 'ratings-line' }], 'de')
  expect(html).toContain('href="/de/ueber-uns#bewertungen"')
  expect(html).toContain('width="94"')
  expect(html).toContain('4,7 von 5 aus 212 Bewertungen')
})

const told = { component: 'ratings', source: 'Fragebogen', score: 4.7, count: 212, asOf: '2026-11-01' }

/** A shop whose page about us has these blocks. */
function lineOf(body: readonly object[] | null, locale: 'de' | 'en' = 'de') {
  const story = { id: 1, uuid: 'a', content: { component: 'page', title: 'Über uns', body } }
  const found = { story, slug: 'about-us', path: `/${locale}/about`, paths: { de: null, en: null } }
  const findStory = async () => (body === null ? null : (found as never))
  return findRatingsLine({ stories: { findStory }, locale, apiUrl: '/api' })
}

describe('the line about ratings', () => {
  // Duty: verified-ratings
  test('says where they are from, until when, and whether they were verified', async () => {
    expect(await lineOf([{ ...told, verified: true, anchor: 'bewertungen' }])).toEqual({
      text: '4,7 von 5 aus 212 Bewertungen',
      note: 'Fragebogen, Stand 1. November 2026; geprüft, dass sie von Kundinnen und Kunden stammen',
      href: '/de/about#bewertungen',
      stars: 4.7,
    })
    const english = await lineOf([{ ...told, asOf: undefined, count: 1 }], 'en')
    expect(english?.text).toBe('4.7 out of 5 from one rating')
    expect(english?.note).toBe('Fragebogen; not verified as coming from customers')
  })

  test('is none where no block states average and number', async () => {
    expect(await lineOf(null)).toBeNull()
    expect(await lineOf([])).toBeNull()
    expect(await lineOf([{ ...told, count: 0 }])).toBeNull()
    expect(await lineOf([{ ...told, score: undefined }])).toBeNull()
    expect((await lineOf([{ ...told, score: undefined }, told]))?.stars).toBe(4.7)
  })
})
