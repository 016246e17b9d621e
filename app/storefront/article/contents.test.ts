import { expect, test } from 'vitest'
import { parseBlocks } from '#app/blocks/parse-blocks.ts'
import { renderBlocks } from '#tests/blocks.tsx'
import { contentsOf } from './contents.ts'

const heading = (level: number, text: string) => ({
  type: 'heading',
  attrs: { level },
  content: [{ type: 'text', text }],
})
const text = (...content: object[]) => ({ component: 'rich-text', text: { type: 'doc', content } })

const delivered = [
  text(heading(3, 'Wo der Stempel sitzt'), heading(4, 'Innen'), heading(3, 'Größe & Form')),
  { component: 'faq', title: 'Kurz gefragt', anchor: 'fragen', items: [] },
  { component: 'divider' },
  { component: 'two-columns', title: 'Ohne Sprungmarke' },
  text(heading(2, 'Wo der Stempel sitzt'), heading(2, 'Zum Schluss')),
  {
    component: 'section-indent',
    title: 'Noch einmal',
    anchor: 'zum-schluss',
    content: [text(heading(2, 'Tief'))],
  },
]

test('lists the highest headings and titled blocks with an anchor, each once', async () => {
  const { blocks } = parseBlocks(delivered, { locale: 'de', apiUrl: '/api' })
  expect(contentsOf(blocks)).toEqual([
    { id: 'wo-der-stempel-sitzt', text: 'Wo der Stempel sitzt' },
    { id: 'groesse-form', text: 'Größe & Form' },
    { id: 'zum-schluss', text: 'Zum Schluss' },
  ])
})

test('every entry leads to an element of the page', async () => {
  const { blocks } = parseBlocks(delivered, { locale: 'de', apiUrl: '/api' })
  const html = await renderBlocks(blocks, 'de')
  for (const { id } of contentsOf(blocks)) expect(html).toContain(`id="${id}"`)
})
