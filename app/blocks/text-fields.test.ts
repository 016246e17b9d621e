import { expect, test } from 'vitest'
import { textFieldsOf, withTexts } from './text-fields.ts'

const stored = {
  component: 'page',
  _uid: 'p',
  title: 'Über uns',
  title__i18n__en: 'About us',
  body: [
    { component: 'faq', _uid: 'f', items: [{ component: 'faq-item', _uid: 'q', question: 'Wann?' }] },
    { component: 'page-title', _uid: 't', title: 'Wir' },
  ],
}

test('the texts of a story are found where they lie, parts of blocks included', () => {
  const fields = textFieldsOf(stored, 'de').filter(({ value }) => value !== '')
  expect(fields.map(({ path, value }) => [path.join('.'), value])).toEqual([
    ['title', 'Über uns'],
    ['body.0.items.0.question', 'Wann?'],
    ['body.1.title', 'Wir'],
  ])
})

test('an edited text is stored in its language', () => {
  const edits = [
    { path: ['title'], value: 'We' },
    { path: ['body', 0, 'items', 0, 'question'], value: 'When?' },
    { path: ['body', 9, 'title'], value: 'gone' },
  ]
  expect(withTexts(stored, edits, 'en')).toEqual({
    ...stored,
    title__i18n__en: 'We',
    body: [
      {
        ...stored.body[0],
        items: [{ component: 'faq-item', _uid: 'q', question: 'Wann?', question__i18n__en: 'When?' }],
      },
      stored.body[1],
    ],
  })
  expect(withTexts(stored, [{ path: ['title'], value: 'Wir' }], 'de').title).toBe('Wir')
})
