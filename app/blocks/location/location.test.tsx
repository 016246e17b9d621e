import { expect, test } from 'vitest'
import { loadedFor, renderBlocks, renderDelivered, testBlock } from '#tests/blocks.tsx'
import type { BranchCard } from '../branch/branch-card.ts'
import { parseBlocks } from '../parse-blocks.ts'

testBlock('location', {
  refuses: [
    [{}, 'branch: is required'],
    [{ branch: 'Köln' }, 'branch: may hold lower-case letters, digits and single hyphens only'],
  ],
})

// Duty: maps-after-click
test('says hours and other days in the page’s language, and loads no map by itself', async () => {
  const block = { component: 'location', branch: 'koeln', showHours: true, showMap: true }
  const { html: german } = await renderDelivered([block], 'de')
  expect(german).toMatch(/Mo–Fr<\/dt><dd>10–18:30 Uhr/)
  expect(german).toMatch(/So<\/dt><dd>geschlossen/)
  expect(german).toContain('24. Dez')
  expect(german).toContain('Jetzt geöffnet, bis 18:30\u00a0Uhr')
  expect(german).not.toContain('<iframe')
  expect(german).toContain('https://www.openstreetmap.org/?mlat=')
  const { html: english } = await renderDelivered([block], 'en')
  expect(english).toMatch(/Mon–Fri<\/dt><dd>10\u00a0am–6:30\u00a0pm/)
})

test.each([
  ['2026-11-20T08:59:00Z', 'Jetzt geschlossen, öffnet heute um\u00a010\u00a0Uhr'],
  ['2026-11-20T17:30:00Z', 'Jetzt geschlossen, öffnet morgen um\u00a010\u00a0Uhr'],
  ['2026-11-21T15:00:00Z', 'Jetzt geschlossen, öffnet am Montag um\u00a010\u00a0Uhr'],
  ['2026-12-24T11:59:00Z', 'Jetzt geöffnet, bis 13\u00a0Uhr'],
])('at %s a branch says: %s', async (at, said) => {
  const { blocks } = parseBlocks([{ component: 'location', branch: 'koeln', showHours: true }], {
    locale: 'de',
    apiUrl: '/api',
  })
  const loaded = loadedFor(blocks)
  const [card] = Object.values(loaded.values) as [BranchCard]
  card.opening = { ...card.opening, at }
  expect(await renderBlocks(blocks, 'de', { loaded })).toContain(said)
})
