import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'
import type { BlockOf } from '../block.ts'
import type { LoadContext } from '../load-blocks.ts'
import { parseBlocks } from '../parse-blocks.ts'
import { iconName } from '../shared-fields.ts'
import { Icon } from './Icon.tsx'
import { loadIcon } from './loader.ts'

testBlock('icon', {
  refuses: [
    [{ name: '<svg>' }, /^name: must be one of/],
    [{ icon: 'watch' }, /^icon: must name a set and an icon/],
  ],
})

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
  const sheet = readFileSync(new URL('../frame/icon-sprite.svg', import.meta.url), 'utf8')
  const drawn = [...sheet.matchAll(/<symbol id="([a-z-]+)"/g)].map((match) => match[1])
  expect(drawn).toEqual(Object.keys(iconName.options).filter((name) => name !== 'none'))
})

test('an icon of a set is in the page as it is rendered', async () => {
  const delivered = [{ component: 'icon', icon: 'lucide:watch', description: 'Uhr' }]
  const [block] = parseBlocks(delivered, { locale: 'de', apiUrl: '/api' }).blocks as [BlockOf<'icon'>]
  const data = await loadIcon(block, { apiUrl: '/api' } as LoadContext)
  const html = renderToStaticMarkup(<Icon block={block} data={data} />)
  expect(html).toMatch(/<svg role="img" aria-label="Uhr" viewBox="0 0 24 24"[^>]*><g /)
})
