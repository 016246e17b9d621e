import { describe, expect, test } from 'vitest'
import { locales } from '#app/language/locales.ts'
import { frozen } from '#app/platform/frozen.ts'
import { blockDeclarations, blockNames } from './declaration.ts'
import type { Field } from './fields.ts'
import { blockLimits, parseBlocks, parseRoot } from './parse-blocks.ts'

const german = { locale: 'de', apiUrl: '/api' } as const

const fieldsOf = blockNames.flatMap((name) =>
  Object.entries(blockDeclarations[name].schema.fields).map(
    ([field, declared]) => [name, field, declared as Field] as const,
  ),
)
const of = (...kinds: Field['kind'][]) => fieldsOf.filter(([, , { kind }]) => kinds.includes(kind))

/** An example of a block with one field changed. */
function changed(name: (typeof blockNames)[number], field: string, value: unknown) {
  const [first] = blockDeclarations[name].examples('de')
  return { ...first?.block, [field]: value }
}

const reasonsFor = (block: unknown) => parseBlocks([block], german).faults.map(({ reason }) => reason)

describe('every block', () => {
  test('is registered under its component name', () => {
    expect(blockNames).toHaveLength(31)
    for (const name of blockNames) expect(blockDeclarations[name].schema.name).toBe(name)
  })

  test.each(of('option'))('%s refuses an unknown %s and says what there is', (name, field) => {
    expect(reasonsFor(changed(name, field, 'nonsense'))[0]).toMatch(new RegExp(`^${field}: must be one of `))
  })

  test.each(of('text', 'multiline'))('%s refuses a %s that is no text', (name, field) => {
    expect(reasonsFor(changed(name, field, { type: 'doc' }))).toContain(`${field}: must be text`)
  })

  test.each(of('number'))('%s has a %s where the editor left it out', (name, field) => {
    const declared = blockDeclarations[name].schema.fields as Record<string, Field>
    const preset = (declared[field] as { default?: number }).default
    const { [field]: _, ...without } = changed(name, field, undefined) as Record<string, unknown>
    const [block] = parseBlocks([without], german).blocks
    expect((block as Record<string, unknown>)[field]).toBe(preset)
  })

  test('a unit stays on the line of its number', () => {
    const person = { component: 'contact-person', name: ' Ute\n Berg ', availability: 'Sa 10–16\u202fUhr' }
    expect(parseBlocks([person], german).blocks).toMatchObject([
      { name: 'Ute Berg', availability: 'Sa 10–16\u202fUhr' },
    ])
  })

  test.each(of('blocks', 'parts', 'assets'))('%s refuses %s that are no list', (name, field) => {
    expect(reasonsFor(changed(name, field, { 0: 'x' }))).toContain(`${field}: must be a list`)
  })

  test.each(fieldsOf.filter(([, , field]) => field.required))('%s needs its %s', (name, field) => {
    for (const empty of [undefined, null, '']) {
      expect(reasonsFor(changed(name, field, empty))).toContain(`${field}: is required`)
    }
  })

  test.each(fieldsOf.filter(([, , field]) => !field.required))('%s takes an empty %s', (name, field) => {
    for (const empty of [undefined, null, '']) expect(reasonsFor(changed(name, field, empty))).toEqual([])
  })

  test('what holds words is translatable, and names both languages for the office', () => {
    for (const [name, field, declared] of fieldsOf) {
      for (const locale of locales) expect(declared.label[locale], `${name}.${field}`).not.toBe('')
      if (declared.kind === 'rich-text') expect(declared.translatable, `${name}.${field}`).toBe(true)
    }
  })
})

describe('a page with faults', () => {
  const good = { component: 'page-title', _uid: 'good', title: 'Bleibt' }

  test.each([
    ['an unknown block', { component: 'carousel', _uid: 'bad' }, 'there is no such block'],
    ['a name that every object has', { component: 'constructor', _uid: 'bad' }, 'there is no such block'],
    ['no block at all', 'text', 'is no block'],
    ['nothing', null, 'is no block'],
    ['a broken one', { component: 'button', _uid: 'bad' }, 'label: is required; link: is required'],
  ])('keeps its neighbours: %s', (_, bad, reason) => {
    const { blocks, faults } = parseBlocks([bad, good, bad], german)
    expect(blocks).toMatchObject([{ component: 'page-title', title: 'Bleibt' }])
    expect(faults.map((fault) => fault.reason)).toEqual([reason, reason])
  })

  test('shows a notice in the block’s place in preview', () => {
    const { blocks } = parseBlocks([{ component: 'carousel', _uid: 'bad' }, good], {
      ...german,
      preview: true,
    })
    expect(blocks).toMatchObject([
      { component: 'broken-block', name: 'carousel', uid: 'bad', reason: 'there is no such block' },
      { component: 'page-title' },
    ])
  })

  test('says where the fault is, however deep', () => {
    const inner = { component: 'button', _uid: 'deep', label: 'Weiter' }
    const { faults } = parseBlocks(
      [{ component: 'two-columns', left: [], right: [{ component: 'container', content: [inner] }] }],
      german,
    )
    expect(faults).toEqual([
      {
        at: 'body.0.right.0.content.0',
        component: 'button',
        uid: 'deep',
        reason: 'link: is required',
        block: true,
      },
    ])
  })

  test.each([undefined, null, 'body', 7, {}])('is empty without a list: %j', (raw) => {
    expect(parseBlocks(raw, german)).toEqual({ blocks: [], faults: [] })
  })
})

test('a block for one language is not there in the other, and that is no fault', () => {
  const block = { component: 'page-title', title: 'Verkaufen', onlyIn: 'de' }
  expect(parseBlocks([block], german).blocks).toHaveLength(1)
  expect(parseBlocks([block], { ...german, locale: 'en' })).toEqual({ blocks: [], faults: [] })
})

test('depth and number of blocks are capped', () => {
  let nested: object = { component: 'divider' }
  for (let depth = 0; depth < 5_000; depth += 1) nested = { component: 'container', content: [nested] }
  const deep = parseBlocks([nested], german)
  expect(JSON.stringify(deep.blocks).match(/"container"/g)).toHaveLength(blockLimits.depth)
  expect(deep.faults[0]?.reason).toBe(`is nested deeper than ${blockLimits.depth}`)

  const many = parseBlocks(
    Array.from({ length: 10_000 }, () => ({ component: 'divider' })),
    german,
  )
  expect(many.blocks).toHaveLength(blockLimits.blocks)
})

test('every parsed block has a key of its own, also when an editor’s copy repeats a uid', () => {
  const copy = { component: 'container', _uid: 'same', content: [{ component: 'divider', _uid: 'same' }] }
  const { blocks } = parseBlocks([copy, copy], german)
  const keys = [...JSON.stringify(blocks).matchAll(/"key":"(\d+)"/g)].map((match) => match[1])
  expect(new Set(keys).size).toBe(4)
})

describe('the visual editor', () => {
  const block = {
    component: 'divider',
    _uid: 'u1',
    _editable: '<!--#storyblok#{"name":"divider","space":"1","uid":"u1","id":"42"}-->',
  }

  test('finds blocks in preview', () => {
    const { blocks } = parseBlocks([block], { ...german, preview: true })
    expect(blocks[0]?.edit?.uid).toBe('42-u1')
    expect(JSON.parse(blocks[0]?.edit?.c ?? '')).toMatchObject({ name: 'divider', id: '42' })
  })

  test('leaves no trace on public pages, and nonsense costs only the click', () => {
    expect(parseBlocks([block], german).blocks[0]).not.toHaveProperty('edit')
    const broken = { ...block, _editable: '<!--#storyblok#{nonsense}-->' }
    expect(parseBlocks([broken], { ...german, preview: true }).blocks[0]).not.toHaveProperty('edit')
  })
})

describe('the content of a story', () => {
  test('is parsed by its kind', () => {
    const parsed = parseRoot(
      'article',
      {
        component: 'article',
        title: 'Punzen lesen',
        teaser: 'Was 585 bedeutet.',
        topic: 'gold',
        date: '2026-10-01 00:00',
        related: ['b6a3c9d2-0c53-4a38-8a6d-51a3f1f9a001'],
        body: [{ component: 'divider' }, { component: 'carousel' }],
      },
      german,
    )
    expect(parsed).toMatchObject({
      ok: true,
      content: {
        title: 'Punzen lesen',
        date: '2026-10-01',
        related: [{ uuid: 'b6a3c9d2-0c53-4a38-8a6d-51a3f1f9a001' }],
        body: [{ component: 'divider' }],
      },
      faults: [{ at: 'body.1', component: 'carousel' }],
    })
  })

  test.each([
    [null, 'the story has no content'],
    [{ component: 'page', title: 'X' }, 'the story is a “page”, not a “article”'],
    [{ component: 'article', teaser: 'T', date: 'gestern' }, /title: is required; date: must be a date/],
  ])('is refused with a reason: %j', (raw, reason) => {
    const parsed = parseRoot('article', raw, german)
    expect(parsed.ok).toBe(false)
    if (!parsed.ok) expect(parsed.reason).toMatch(reason)
  })

  const page = (content: object) => ({ component: 'page', _uid: 'p', title: 'Viel', body: [], ...content })
  const dividers = (count: number) => Array.from({ length: count }, () => ({ component: 'divider' }))

  test('that has too many blocks keeps the first of them, and says so', () => {
    const parsed = parseRoot('page', page({ body: dividers(83) }), german)
    expect(parsed).toMatchObject({
      ok: true,
      faults: [
        {
          at: 'body',
          component: 'page',
          uid: 'p',
          reason: 'body: may hold 80 entries at most',
          block: false,
        },
      ],
    })
    expect(parsed.ok && parsed.content.body).toHaveLength(80)
    for (const count of [0, 1, 80])
      expect(parseRoot('page', page({ body: dividers(count) }), german)).toMatchObject({
        ok: true,
        faults: [],
      })
  })

  test.each([
    [{ component: 'container' }, 'content', 41, 40],
    [{ component: 'two-columns', left: [{ component: 'divider' }] }, 'right', 90, 20],
    [{ component: 'image-columns' }, 'items', 13, 12],
  ])('of a block is lost alone: %j, %s', (block, field, count, most) => {
    const one = field === 'items' ? { title: 'Ringe' } : { component: 'divider' }
    const raw = [{ _uid: 'b', ...block, [field]: Array.from({ length: count }, () => one) }]
    const reason = `${field}: may hold ${most} entries at most`
    const { blocks, faults } = parseBlocks(raw, german)
    expect(faults).toMatchObject([
      { at: `body.0.${field}`, component: block.component, uid: 'b', reason, block: false },
    ])
    expect(blocks).toHaveLength(1)
    expect((blocks[0] as unknown as Record<string, unknown[]>)[field]).toHaveLength(most)
    const edited = parseBlocks(raw, { ...german, preview: true }).blocks
    expect(edited.map(({ component }) => component)).toEqual([block.component, 'broken-block'])
    expect(edited[1]).toMatchObject({ ofPage: true, reason: `${block.component} › ${reason}` })
    expect(new Set(edited.map(({ key }) => key)).size).toBe(2)
  })

  test('tells the editor of it after the last block, of its other fields before the first', () => {
    const written = page({ body: dividers(81), title: 'x'.repeat(200) })
    const parsed = parseRoot('page', written, { ...german, preview: true })
    const body = parsed.ok ? parsed.content.body : []
    expect(body).toHaveLength(82)
    expect(body.at(0)).toMatchObject({
      component: 'broken-block',
      ofPage: true,
      reason: 'title: may have 160 characters at most',
    })
    expect(body.at(-1)).toMatchObject({ ofPage: true, reason: 'body: may hold 80 entries at most' })
    expect(new Set(body.map(({ key }) => key)).size).toBe(82)
    expect(parsed).toMatchObject({ unfit: 'title: may have 160 characters at most' })
  })

  test.each<[string, object, object]>([
    [
      'a title that is too long',
      { title: `${'Gold '.repeat(40)}` },
      { title: `${'Gold '.repeat(31).trim()}…` },
    ],
    ['one word that is too long', { title: 'x'.repeat(161) }, { title: `${'x'.repeat(159)}…` }],
    [
      'a description that is too long',
      { description: 'y'.repeat(9000) },
      { description: `${'y'.repeat(319)}…` },
    ],
    ['a title that is no text', { title: { type: 'doc' } }, { title: undefined }],
    ['a picture that is none', { social_image: 7 }, { social_image: undefined }],
    ['a choice that there is not', { noindex: 'perhaps' }, { noindex: false }],
    ['a body that is no list', { body: 'text' }, { body: [] }],
    ['a body that is an object', { body: { 0: 'x' } }, { body: [] }],
  ])('is shown in spite of %s', (_, fields, expected) => {
    const parsed = parseRoot('page', page(fields), german)
    expect(parsed.ok).toBe(true)
    if (!parsed.ok) return
    for (const [name, value] of Object.entries(expected))
      expect((parsed.content as Record<string, unknown>)[name]).toEqual(value)
    expect(parsed.faults).toHaveLength(1)
  })

  test('of an article is shown in spite of too many related articles and a topic that there is not', () => {
    const parsed = parseRoot(
      'article',
      {
        component: 'article',
        title: 'T'.repeat(500),
        teaser: 'Kurz',
        topic: 'platinum',
        date: '2026-10-01',
        related: Array.from({ length: 9 }, (_, index) => `b6a3c9d2-0c53-4a38-8a6d-51a3f1f9a00${index}`),
        body: dividers(200),
      },
      german,
    )
    expect(parsed).toMatchObject({ ok: true, content: { topic: 'buying', teaser: 'Kurz' } })
    if (!parsed.ok) return
    expect([parsed.content.related.length, parsed.content.body.length, parsed.content.title.length]).toEqual([
      6, 80, 160,
    ])
    expect(parsed.faults.map(({ at }) => at).sort()).toEqual(['body', 'related', 'title', 'topic'])
  })
})

describe('a story that many read', () => {
  const story = () => ({ component: 'page', title: 'Über uns', body: [{ component: 'text', _uid: 'a' }, {}] })
  const shared = () => frozen(story())

  test('is parsed once in each language, and stays as it is', () => {
    const content = shared()
    const parsed = parseRoot('page', content, german)
    expect(parseRoot('page', content, { ...german })).toBe(parsed)
    expect(parsed).toEqual(parseRoot('page', story(), german))
    expect(parsed.ok && parsed.faults.length).toBe(2)
    expect(Object.isFrozen(parsed.ok && parsed.content.body)).toBe(true)
    expect(parseRoot('page', content, { ...german, locale: 'en' })).not.toBe(parsed)
    expect(parseRoot('page', content, { ...german, apiUrl: '/elsewhere' })).not.toBe(parsed)
    expect(parseRoot('article', content, german)).toMatchObject({ ok: false })
  })

  test('is parsed anew when it is another version, and while somebody writes it', () => {
    const content = shared()
    const parsed = parseRoot('page', content, german)
    expect(parseRoot('page', shared(), german)).not.toBe(parsed)
    const preview = parseRoot('page', content, { ...german, preview: true })
    expect(preview.ok && preview.content.body).toHaveLength(2)
    const draft = story()
    expect(parseRoot('page', draft, german)).not.toBe(parseRoot('page', draft, german))
  })
})
