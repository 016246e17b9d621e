import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BlockName, blockNames, blockSchemas } from '../blocks/schemas.ts'
import type { Field, Fields } from '../fields.ts'
import { roots } from '../roots.ts'
import { canonical } from '../service/publishing.ts'
import { readStoryFile, storyOfFile, writeStoryFile } from './story-file.ts'
import { storyUuid, uuidOf } from './story-ids.ts'

const slugs = ['contact', 'about-us', 'knowledge/punzen-lesen', 'global/three-steps']
const ids = {
  uuidOf: storyUuid,
  slugOf: (uuid: string) => slugs.find((slug) => storyUuid(slug) === uuid),
}
const pictures: Record<string, { width: number; height: number }> = {
  'editorial/workbench.jpg': { width: 1600, height: 1000 },
  'editorial/hero.jpg': { width: 2400, height: 1350 },
}
const assetSize = (name: string) => pictures[name] ?? null

function load(source: string, slug = 'page') {
  const read = readStoryFile(source, slug)
  return read.ok ? storyOfFile(read.file, { uuidOf: ids.uuidOf, assetSize }) : read
}
function loaded(source: string, slug = 'page') {
  const result = load(source, slug)
  if (!result.ok) throw new Error(JSON.stringify(result.faults))
  return result.story
}
const faultsOf = (source: string) => {
  const result = load(source)
  return result.ok ? [] : result.faults.map(({ at, fault }) => `${at}: ${fault}`)
}

test('a file becomes a story as the content service stores it', () => {
  const story = loaded(
    `
name: Über uns
slugs: { de: ueber-uns, en: who-we-are }
languages: [de]
tags: [haus]
content:
  component: page
  title: { de: Über uns, en: About us }
  body:
    - component: page-title
      title: { de: Über uns, en: About us }
    - component: image
      image: { asset: editorial/workbench.jpg, alt: { de: Werkbank, en: Workbench }, focus: [0.5, 0.4] }
    - component: rich-text
      text:
        de: |
          ## Werkstatt
          Mit [Punzen](story:knowledge/punzen-lesen#stempel) und **Geduld**.
        en: Only *words*.
    - component: button
      label: { de: Kontakt, en: Contact }
      link: route:contact
    - component: button
      label: { de: Vertrag widerrufen, en: Withdraw }
      link: { to: route:withdrawal, newTab: true }
    - component: global-reference
      reference: story:global/three-steps
    - component: faq
      items:
        - question: { de: Ist das echt?, en: Is it genuine? }
          answer: { de: Ja., en: Yes. }
`,
    'about-us',
  )
  expect(story).toMatchObject({
    uuid: storyUuid('about-us'),
    fullSlug: 'about-us',
    name: 'Über uns',
    slugs: { de: { path: 'ueber-uns' }, en: { path: 'who-we-are' } },
    tags: ['haus'],
    content: {
      component: 'page',
      title: 'Über uns',
      title__i18n__en: 'About us',
      languages: ['de'],
      body: [
        { component: 'page-title' },
        {
          image: {
            fieldtype: 'asset',
            filename: '/api/assets/editorial/workbench.jpg',
            alt: 'Werkbank',
            alt__i18n__en: 'Workbench',
            width: 1600,
            height: 1000,
            focus: '800x400:801x401',
          },
        },
        {
          text: {
            type: 'doc',
            content: [
              { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Werkstatt' }] },
              {
                type: 'paragraph',
                content: [
                  { type: 'text', text: 'Mit ' },
                  {
                    type: 'text',
                    text: 'Punzen',
                    marks: [
                      {
                        type: 'link',
                        attrs: {
                          href: 'knowledge/punzen-lesen',
                          uuid: storyUuid('knowledge/punzen-lesen'),
                          anchor: 'stempel',
                          linktype: 'story',
                        },
                      },
                    ],
                  },
                  { type: 'text', text: ' und ' },
                  { type: 'text', text: 'Geduld', marks: [{ type: 'bold' }] },
                  { type: 'text', text: '.' },
                ],
              },
            ],
          },
          text__i18n__en: { type: 'doc' },
        },
        {
          link: {
            fieldtype: 'multilink',
            linktype: 'story',
            id: storyUuid('contact'),
            cached_url: 'contact',
          },
        },
        { link: { fieldtype: 'multilink', linktype: 'url', url: 'route:withdrawal', target: '_blank' } },
        { reference: storyUuid('global/three-steps') },
        { items: [{ component: 'faq-item', question: 'Ist das echt?', answer: { type: 'doc' } }] },
      ],
    },
  })
  const uids = JSON.stringify(story.content).match(/"_uid":"[^"]+"/g) ?? []
  expect(uids).toHaveLength(9)
  expect(new Set(uids).size).toBe(9)
})

test('an id follows from the name, as RFC 9562 has it for version 5', () => {
  expect(uuidOf('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(uuidOf('a')).toBe(uuidOf('a'))
  expect(uuidOf('a')).not.toBe(uuidOf('b'))
})

describe('what cannot be used is named with its place', () => {
  const page = (fields: string) => `name: Seite\ncontent:\n  component: page\n  title: Seite\n${fields}`
  test.each<[string, string, string[]]>([
    ['no YAML', 'name: [', ['YAML']],
    ['no map', '- a', ['file: must be a map']],
    ['no name, an unknown key', 'nmae: x\ncontent: {}', ['nmae: not understood', 'name: is required']],
    ['another language', 'name: x\nlanguages: [fr]\ncontent: {}', ['languages: must be a list of de, en']],
    [
      'no root',
      'name: x\ncontent: { component: button }',
      ['content.component: must be one of page, article, global'],
    ],
    ['an unknown field', page('  teser: x'), ['content.teser: “page” has no such field']],
    [
      'an unknown block',
      page('  body: [{ component: carousel }]'),
      ['content.body.0: there is no block “carousel”'],
    ],
    [
      'a block where it may not be',
      page('  body: [{ component: two-columns, left: x }]'),
      ['content.body.0.left: must be a list'],
    ],
    [
      'a translation of what has none',
      page('  body: [{ component: global-reference, reference: { de: "story:a" } }]'),
      ['content.body.0.reference: is the same in both languages'],
    ],
    [
      'a link that leads nowhere',
      page('  body: [{ component: button, label: x, link: route:nowhere }]'),
      ['content.body.0.link: there is no route “nowhere”'],
    ],
    [
      'a link that is none',
      page('  body: [{ component: button, label: x, link: "javascript:alert(1)" }]'),
      ['content.body.0.link: “javascript:alert(1)” is no link'],
    ],
    [
      'a link in a text',
      page('  body: [{ component: rich-text, text: { de: "[x](route:product)", en: "<b>x</b>" } }]'),
      ['content.body.0.text.de: the route “product” needs parameters', 'content.body.0.text.en: '],
    ],
    [
      'a missing picture',
      page('  body: [{ component: image, image: { asset: editorial/nothing.jpg } }]'),
      ['content.body.0.image: there is no picture “editorial/nothing.jpg”'],
    ],
    [
      'a focus outside',
      page('  body: [{ component: image, image: { asset: editorial/hero.jpg, focus: [2, 0] } }]'),
      ['content.body.0.image: focus must be [x, y]'],
    ],
    [
      'an option that is none',
      page('  body: [{ component: rich-text, text: x, size: huge }]'),
      ['content.body.0.size: must be one of normal, large, small'],
    ],
    [
      'a number that is none',
      page('  body: [{ component: article-list, count: many }]'),
      ['content.body.0.count: must be a number'],
    ],
    ['yes or no', page('  noindex: maybe'), ['content.noindex: must be true or false']],
    [
      'a story reference',
      page('  body: [{ component: global-reference, reference: steps }]'),
      ['content.body.0.reference: must be a story'],
    ],
    [
      'a character reference',
      page('  body: [{ component: rich-text, text: "a&nbsp;b" }]'),
      ['content.body.0.text: write the character itself instead of &nbsp;'],
    ],
  ])('%s', (_, source, expected) => {
    const faults = faultsOf(source)
    for (const [index, beginning] of expected.entries()) expect(faults[index]).toContain(beginning)
  })

  test('an address that cannot be', () => {
    expect(load('name: x\ncontent: {}', '../x')).toMatchObject({ ok: false, faults: [{ at: 'file name' }] })
  })
})

/** Words with everything that Markdown and YAML might misunderstand. */
const words = fc
  .array(
    fc.constantFrom(
      'Uhr',
      'ß',
      '*',
      '_',
      '#',
      '1.',
      '-',
      '+',
      '>',
      '[',
      ']',
      '(x)',
      '`',
      '|',
      '&amp;',
      '<b>',
      '\\',
      '~',
      ':',
      "'",
      '"',
      '{',
      '%',
      '@x',
      'null',
      '12',
      '–',
      '„a“',
      '💍',
      '!',
      '===',
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(' '))
const marks = fc.uniqueArray(
  fc.constantFrom<{ type: string; attrs?: object }>(
    { type: 'bold' },
    { type: 'italic' },
    { type: 'strike' },
    { type: 'code' },
    { type: 'underline' },
    {
      type: 'link',
      attrs: { href: 'contact', uuid: storyUuid('contact'), anchor: null, target: null, linktype: 'story' },
    },
  ),
  { selector: (mark) => mark.type, maxLength: 3 },
)
const inline = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .record({ text: words, marks })
        .map(({ text, marks }) =>
          marks.length > 0 ? { type: 'text', text, marks } : { type: 'text', text },
        ),
    },
    { weight: 1, arbitrary: fc.constant({ type: 'hard_break' }) },
  ),
  { minLength: 1, maxLength: 4 },
)
const { flow } = fc.letrec((tie) => ({
  flow: fc.oneof(
    { maxDepth: 3 },
    inline.map((content) => ({ type: 'paragraph', content })),
    fc
      .record({ level: fc.integer({ min: 1, max: 6 }), content: inline })
      .map(({ level, content }) => ({ type: 'heading', attrs: { level }, content })),
    fc.constant({ type: 'horizontal_rule' }),
    fc.array(tie('flow'), { minLength: 1, maxLength: 2 }).map((content) => ({ type: 'blockquote', content })),
    fc
      .array(tie('item'), { minLength: 1, maxLength: 3 })
      .map((content) => ({ type: 'bullet_list', content })),
    fc
      .array(tie('item'), { minLength: 1, maxLength: 3 })
      .map((content) => ({ type: 'ordered_list', attrs: { order: 1 }, content })),
    fc.constant({ type: 'blok', attrs: { id: 'x', body: [{ component: 'divider', _uid: 'd' }] } }),
  ),
  item: fc
    .array(tie('flow'), { minLength: 1, maxLength: 2 })
    .map((content) => ({ type: 'list_item', content })),
}))
const document = fc.array(flow, { maxLength: 4 }).map((content) => ({ type: 'doc', content }))

/** Any value an editor could have given a field, as it is written in a file. */
function written(field: Field, depth: number): fc.Arbitrary<unknown> {
  const one = (): fc.Arbitrary<unknown> => {
    switch (field.kind) {
      case 'text':
        return words
      case 'multiline':
        return fc.array(words, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'))
      case 'rich-text':
        return document
      case 'link':
        return fc.oneof(
          fc.constantFrom(
            'route:contact',
            'route:withdrawal',
            'story:knowledge/punzen-lesen#x',
            'https://example.com/?a=b#c',
            'mailto:a@b.example',
            'tel:+492211234',
            '/de',
            '#anker',
            'asset:size-card.pdf',
          ),
          fc.constant({ to: 'https://example.com', newTab: true }),
        )
      case 'asset':
        return picture
      case 'assets':
        return fc.array(picture, { maxLength: 2 })
      case 'blocks': {
        const names = field.allow === 'any' ? blockNames : (field.allow as BlockName[])
        return depth > 2
          ? fc.constant([])
          : fc.array(
              fc.constantFrom(...names).chain((name) => block(name, depth + 1)),
              { maxLength: 2 },
            )
      }
      case 'parts':
        return fc.array(fieldsOf(field.part.fields, depth), { maxLength: 2 })
      case 'story':
        return fc.constant('story:global/three-steps')
      case 'stories':
        return fc.array(fc.constantFrom('story:contact', 'story:knowledge/punzen-lesen'), { maxLength: 2 })
      case 'option':
        return fc.constantFrom(...Object.keys(field.options))
      case 'number':
        return fc.integer({ min: field.min, max: field.max })
      case 'boolean':
        return fc.boolean()
    }
  }
  if (!field.translatable) return one()
  return fc.oneof(one(), fc.record({ de: one(), en: one() }), fc.record({ en: one() }))
}
const picture = fc.oneof(
  fc.constantFrom('editorial/hero.jpg', 'https://a.storyblok.com/f/1/2x2/x/y.jpg'),
  fc.record(
    {
      asset: fc.constantFrom(...Object.keys(pictures)),
      alt: fc.oneof(words, fc.record({ de: words, en: words })),
      focus: fc.tuple(hundredth(), hundredth()),
    },
    { requiredKeys: ['asset'] },
  ),
)
function hundredth() {
  return fc.integer({ min: 0, max: 100 }).map((value) => value / 100)
}
function fieldsOf(fields: Fields, depth: number): fc.Arbitrary<Record<string, unknown>> {
  const model = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, written(field, depth)]))
  return fc.record(model, { requiredKeys: [] })
}
function block(name: BlockName, depth: number): fc.Arbitrary<Record<string, unknown>> {
  return fieldsOf(blockSchemas[name].fields, depth).map((fields) => ({ component: name, ...fields }))
}

test('whatever an editor can build comes back from its file as it was', { timeout: 120_000 }, () => {
  const content = fc
    .constantFrom(...Object.values(roots))
    .chain((root) => fieldsOf(root.fields, 0).map((fields) => ({ component: root.name, ...fields })))
  const head = fc.record(
    {
      languages: fc.constantFrom(['de'], ['de', 'en']),
      slugs: fc.constantFrom({ en: 'other' }, { de: 'anders', en: 'whole/path' }),
      uuid: fc.uuid({ version: 4 }),
      tags: fc.array(words, { maxLength: 2 }),
      position: fc.integer({ min: 0, max: 9 }),
      sortByDate: fc.constant('2026-11-20'),
      published: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(head, words, content, (head, name, content) => {
      // JSON is YAML.
      const source = JSON.stringify({ name, ...head, content })
      const story = loaded(source, 'folder/page')
      const published = head.published !== false
      const file = writeStoryFile({ ...story, published }, ids)
      expect(canonical(loaded(file, 'folder/page'))).toBe(canonical(story))
      const again = readStoryFile(file, 'folder/page')
      expect(again).toMatchObject({ ok: true, file: { published } })
    }),
    { numRuns: 120 },
  )
})
