import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failedOnServer, failOnConsoleErrors, renderDelivered } from '#tests/blocks.tsx'
import { dangers } from '#tests/dangerous-html.ts'
import { payloads, vectors } from '#tests/hostile-texts.ts'
import type { FlowNode, RichTextDocument } from './document.ts'
import { plainText } from './document.ts'
import { richTextLimits, safeColour, sanitiseRichText } from './sanitise.ts'

failOnConsoleErrors()

const german = { locale: 'de', apiUrl: '/api' } as const
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const p = (...content: unknown[]) => ({ type: 'paragraph', content })
const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, marks })
const sanitise = (...content: unknown[]) => sanitiseRichText(doc(...content), german)?.content

describe('hostile documents', () => {
  test('there are more than five hundred', () => {
    expect(vectors.length).toBeGreaterThan(500)
  })

  test('none leaves anything dangerous behind, and none takes the page down', async () => {
    for (let at = 0; at < vectors.length; at += 50) {
      const page = vectors.slice(at, at + 50).map((vector) => ({ component: 'rich-text', text: vector }))
      const { html } = await renderDelivered([...page, { component: 'divider' }], 'de')
      expect(failedOnServer(html)).toBeNull()
      expect(dangers(html)).toEqual([])
      expect(html, 'the neighbour stays').toContain('<hr class="border-line"')
    }
  })

  test('the check itself finds what it is for', () => {
    expect(dangers('<p onclick="x">')).toEqual(['p onclick'])
    expect(dangers('<a href="javascript:x">')).toEqual(['href javascript:x'])
    expect(dangers('<img src="//evil.example/x.jpg">')).toEqual(['src //evil.example/x.jpg'])
    expect(dangers('<script>')).toEqual(['<script>'])
    expect(dangers('<p style="color:red">')).toEqual(['p style'])
  })

  test('payloads written as words stay words', async () => {
    const page = payloads.map((payload) => ({ component: 'rich-text', text: doc(p(text(payload))) }))
    const { html, blocks } = await renderDelivered(page, 'de')
    expect(dangers(html)).toEqual([])
    expect(blocks).toHaveLength(payloads.length)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })
})

describe('arbitrary JSON', () => {
  const anyNode = fc.letrec((tie) => ({
    node: fc.record(
      {
        type: fc.constantFrom(
          'doc',
          'paragraph',
          'heading',
          'text',
          'bullet_list',
          'ordered_list',
          'list_item',
          'blockquote',
          'table',
          'tableRow',
          'tableCell',
          'tableHeader',
          'image',
          'hard_break',
          'horizontal_rule',
          'code_block',
          'emoji',
          'script',
        ),
        text: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
        attrs: fc.oneof(
          fc.jsonValue(),
          fc.record({
            level: fc.jsonValue(),
            colspan: fc.integer(),
            src: fc.string(),
            style: fc.string(),
            children: fc.string(),
          }),
        ),
        marks: fc.oneof(
          fc.jsonValue(),
          fc.array(
            fc.record({
              type: fc.constantFrom('bold', 'link', 'styled', 'textStyle', 'code', 'x'),
              attrs: fc.record({
                href: fc.string(),
                class: fc.string(),
                style: fc.string(),
                color: fc.string(),
              }),
            }),
            { maxLength: 3 },
          ),
        ),
        content: fc.oneof({ maxDepth: 4 }, fc.jsonValue(), fc.array(tie('node'), { maxLength: 4 })),
      },
      { requiredKeys: ['type'] },
    ),
  })).node

  test('always renders: valid nesting, nothing dangerous', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyNode, { maxLength: 5 }), async (content) => {
        const { html } = await renderDelivered([{ component: 'rich-text', text: doc(...content) }], 'de')
        expect(failedOnServer(html)).toBeNull()
        expect(dangers(html)).toEqual([])
      }),
      { numRuns: 400 },
    )
  })
})

test.each(['level', 'start', 'order', 'colspan', 'id', 'src', 'href'])(
  'an attribute %s that can be made neither a number nor a text breaks nothing',
  (name) => {
    const attrs = { [name]: { toString: 0, valueOf: 0 } }
    const content = [{ type: 'text', text: 'Gold', marks: [{ type: 'link', attrs }] }]
    const cells = [{ type: 'tableCell', attrs, content: [{ type: 'paragraph', content }] }]
    for (const node of [
      { type: 'heading', attrs, content },
      {
        type: 'ordered_list',
        attrs,
        content: [{ type: 'list_item', content: [{ type: 'paragraph', content }] }],
      },
      { type: 'table', content: [{ type: 'tableRow', content: cells }] },
    ])
      expect(JSON.stringify(sanitise(node))).toContain('Gold')
  },
)

describe('what an editor writes', () => {
  test('keeps its marks in order, each once', () => {
    expect(sanitise(p(text('585', { type: 'bold' }, { type: 'italic' }, { type: 'bold' })))).toEqual([
      {
        type: 'paragraph',
        content: [{ type: 'text', text: '585', marks: [{ type: 'bold' }, { type: 'italic' }] }],
      },
    ])
  })

  test('loses only the link that may not be followed', () => {
    expect(sanitise(p(text('Klick', { type: 'link', attrs: { href: 'javascript:alert(1)' } })))).toEqual([
      { type: 'paragraph', content: [{ type: 'text', text: 'Klick' }] },
    ])
  })

  test('has pictures between paragraphs, not inside', () => {
    const image = { type: 'image', attrs: { src: '/api/assets/editorial/gold.jpg', alt: 'Gold' } }
    expect(sanitise(p(text('vorher'), image, text('nachher')))?.map((node) => node.type)).toEqual([
      'paragraph',
      'image',
      'paragraph',
    ])
  })

  test('may use the spellings of the editor’s own schema', () => {
    const list = { type: 'bulletList', content: [{ type: 'listItem', content: [p(text('eins'))] }] }
    expect(sanitise(list)).toMatchObject([{ type: 'bullet_list', content: [{ type: 'list_item' }] }])
  })

  test('loose text becomes a paragraph', () => {
    expect(sanitise(text('lose'), { type: 'hard_break' }, text('Worte'))).toMatchObject([
      { type: 'paragraph' },
    ])
  })

  test('loses empty paragraphs, broken surrogates and control characters', () => {
    expect(sanitise(p(), p(text('   ')), p(text('a\u0000b\ud800\u202ec')))).toEqual([
      { type: 'paragraph', content: [{ type: 'text', text: 'ab\ufffdc' }] },
    ])
  })

  test('keeps soft hyphens, which German needs', () => {
    const [first] = sanitise(p(text('Edelmetall\u00adankauf'))) ?? []
    expect(first && plainText({ type: 'doc', content: [first] })).toBe('Edelmetall\u00adankauf')
  })

  test('hears what was left out', () => {
    const dropped: string[] = []
    sanitiseRichText(doc({ type: 'video' }, p(text('x', { type: 'blink' })), p({ type: 'table' })), {
      ...german,
      onDropped: (what) => dropped.push(what),
    })
    expect(dropped).toEqual(['unknown node “video”', 'unknown mark “blink”', '“table” inside a paragraph'])
  })

  test.each([undefined, null, '', 'text', [], { type: 'paragraph' }, doc()])('%j is nothing', (raw) => {
    expect(sanitiseRichText(raw, german)).toBeNull()
  })
})

describe('limits', () => {
  const depthOf = (node: FlowNode | RichTextDocument): number =>
    'content' in node ? 1 + Math.max(0, ...(node.content as FlowNode[]).map(depthOf)) : 1

  test('depth', () => {
    let nested: object = p(text('tief'))
    for (let depth = 0; depth < 10_000; depth += 1)
      nested = { type: 'blockquote', content: [nested, p(text('hier'))] }
    const document = sanitiseRichText(doc(nested), german)
    expect(document && depthOf(document)).toBeLessThanOrEqual(richTextLimits.depth + 1)
  })

  test('nodes and characters', () => {
    const many = sanitiseRichText(doc(...Array.from({ length: 20_000 }, () => p(text('x')))), german)
    expect(many?.content.length).toBeLessThanOrEqual(richTextLimits.nodes)
    const long = sanitiseRichText(doc(p(text('ü'.repeat(1_000_000)))), german)
    expect(long && plainText(long).length).toBe(richTextLimits.characters)
  })
})

describe('colours', () => {
  test.each(['#fff', '#A1B2C3', '#a1b2c3d4', 'rgb(1, 2, 3)', 'rgba(1,2,3,0.5)'])('%s is one', (colour) => {
    expect(safeColour(colour)).toBe(colour.toLowerCase())
  })
  test.each([
    'red;background:url(//evil.example)',
    'url(x)',
    'expression(alert(1))',
    '#ggg',
    'var(--x)',
    '',
    null,
    7,
  ])('%j is none', (colour) => {
    expect(safeColour(colour)).toBeNull()
  })
})
