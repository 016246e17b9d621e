import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'
import { iconName } from '../shared-fields.ts'

testBlock('icon', { refuses: [[{ name: '<svg>' }, /^name: must be one of/]] })

test('is read out only with a description', async () => {
  const { html: named } = await renderDelivered(
    [{ component: 'icon', name: 'scales', description: 'Waage' }],
    'de',
  )
  expect(named).toContain('role="img" aria-label="Waage"')
  const { html: silent } = await renderDelivered([{ component: 'icon', name: 'scales' }], 'de')
  expect(silent).toContain('<svg aria-hidden="true"')
})

test('every icon that can be chosen is drawn', () => {
  const sheet = readFileSync(new URL('../../frame/drawings.svg', import.meta.url), 'utf8')
  const drawn = [...sheet.matchAll(/<symbol id="([a-z-]+)"/g)].map((match) => match[1])
  expect(drawn).toEqual(Object.keys(iconName.options).filter((name) => name !== 'none'))
})
