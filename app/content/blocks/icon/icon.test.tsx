import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

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
