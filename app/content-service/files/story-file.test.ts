import { describe, expect, test } from 'vitest'
import { load, loaded } from '#tests/story-files.ts'
import { storyUuid, uuidOf } from './story-ids.ts'

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
