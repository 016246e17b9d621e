import { expect, test } from 'vitest'
import { readSettings } from '#app/shop/settings/settings.ts'
import { demoContent } from '#tests/demo-content.ts'
import { pdfPages } from '#tests/pdf-text.ts'
import { storyText, type TextPart } from './story-text.ts'
import { storyPdf } from './write-documents.tsx'

const demo = demoContent()
const siteUrl = 'https://rheingold.example'
const bare = (text: string) => text.replace(/\s/g, '')
const wordsOf = (part: TextPart) =>
  bare('runs' in part ? part.runs.map(({ text }) => text).join('') : part.text)

test.each(['de', 'en'] as const)(
  'no heading of a written page is parted from what it heads (%s)',
  async (locale) => {
    const settings = await readSettings(demo.app.db)
    for (const slug of ['gtc', 'cancellation', 'privacy', 'shipping']) {
      const found = await demo.app.stories.findStory(locale, slug)
      if (!found) throw new Error(slug)
      const parts = storyText(found, { locale, siteUrl })
      const pdf = await storyPdf(demo.app.stories, slug, { locale, settings, siteUrl })
      const pages = pdfPages(pdf as Buffer).map(bare)
      for (const [place, part] of parts.entries()) {
        const next = parts[place + 1]
        if (part.kind !== 'heading' || !next) continue
        const begin = wordsOf(next).slice(0, 30)
        const together = pages.some((page) => {
          const at = page.indexOf(wordsOf(part))
          return at >= 0 && page.indexOf(begin, at) >= 0
        })
        expect(together, `${slug}: ${part.text}`).toBe(true)
      }
    }
  },
)
