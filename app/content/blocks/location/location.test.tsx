import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('location', {
  refuses: [
    [{}, 'branch: is required'],
    [{ branch: 'Köln' }, 'branch: may hold lower-case letters, digits and single hyphens only'],
  ],
})

test('says hours and other days in the page’s language, and loads no map by itself', async () => {
  const block = { component: 'location', branch: 'koeln', showHours: true, showMap: true }
  const { html: german } = await renderDelivered([block], 'de')
  expect(german).toMatch(/Mo–Fr<\/dt><dd>10–18:30 Uhr/)
  expect(german).toMatch(/So<\/dt><dd>geschlossen/)
  expect(german).toContain('24. Dez')
  expect(german).not.toContain('<iframe')
  expect(german).toContain('https://www.openstreetmap.org/?mlat=')
  const { html: english } = await renderDelivered([block], 'en')
  expect(english).toMatch(/Mon–Fri<\/dt><dd>10 am–6:30 pm/)
})
