import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BlockName, blockDeclarations, blockNames } from '#app/blocks/declaration.ts'
import type { Field, Fields } from '#app/blocks/fields.ts'
import { roots } from '#app/blocks/roots.ts'
import { ids, loaded, pictures } from '#tests/story-files.ts'
import { canonical } from '../publishing.ts'
import { readStoryFile, writeStoryFile } from './story-file.ts'
import { storyUuid } from './story-ids.ts'

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
  return fieldsOf(blockDeclarations[name].schema.fields, depth).map((fields) => ({
    component: name,
    ...fields,
  }))
}

test('whatever an editor can build comes back from its file as it was', () => {
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
