import { describe, expect, test } from 'vitest'
import type { FoundStory } from '#app/content/story.ts'
import { storyText } from './story-text.ts'

/** A page with one paragraph; a text with an address is a link. */
function pageSaying(...texts: (string | [text: string, href: string])[]): FoundStory {
  const content = texts.map((each) =>
    typeof each === 'string'
      ? { type: 'text', text: each }
      : {
          type: 'text',
          text: each[0],
          marks: [{ type: 'link', attrs: { href: each[1], linktype: 'url' } }],
        },
  )
  const text = { type: 'doc', content: [{ type: 'paragraph', content }] }
  const body = [{ component: 'rich-text', _uid: 'text', text, width: 'aside' }]
  const story = { content: { component: 'page', _uid: 'page', title: 'Widerrufsbelehrung', body } }
  return { slug: 'cancellation', story } as unknown as FoundStory
}

function paper(locale: 'de' | 'en', ...texts: Parameters<typeof pageSaying>) {
  const parts = storyText(pageSaying(...texts), { locale, siteUrl: 'https://shop.example:8443' })
  const runs = parts.flatMap((part) => ('runs' in part ? part.runs : []))
  return { text: runs.map(({ text }) => text).join(''), links: runs.flatMap(({ href }) => href ?? []) }
}

describe('the online withdrawal on paper', () => {
  const german = 'shop.example:8443/de/vertrag-widerrufen'

  // Duty: withdrawal-instruction
  test('has its address written out, in the language of the paper', () => {
    expect(paper('de', 'Online unter ', ['„Vertrag widerrufen“', 'route:withdrawal'], '.')).toEqual({
      text: `Online unter „Vertrag widerrufen“ (${german}).`,
      links: [`https://${german}`],
    })
    expect(paper('en', ['withdraw', '/de/vertrag-widerrufen'])).toEqual({
      text: 'withdraw (shop.example:8443/en/withdraw-from-contract)',
      links: ['https://shop.example:8443/en/withdraw-from-contract'],
    })
  })

  test('is never at the address of another shop that somebody typed', () => {
    expect(
      paper('de', ['old.example/en/withdraw-from-contract', 'https://old.example/en/withdraw-from-contract']),
    ).toEqual({ text: german, links: [`https://${german}`] })
    expect(paper('de', 'Siehe https://www.old.example/de/vertrag-widerrufen.').text).toBe(`Siehe ${german}.`)
  })

  test('changes no other address', () => {
    const other = 'old.example/de/vertrag-widerrufen-und-mehr'
    expect(paper('de', other, [' Kontakt', '/de/kontakt'])).toEqual({
      text: `${other} Kontakt`,
      links: ['/de/kontakt'],
    })
  })
})
