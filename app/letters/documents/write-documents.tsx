import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { StoryFinder } from '#app/content/story.ts'
import type { Locale } from '#app/language/locales.ts'
import type { Invoice } from '#app/shop/checkout/invoice.ts'
import type { TransferInstructions } from '#app/shop/checkout/types.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { InvoiceDocument } from './InvoiceDocument.tsx'
import { renderPaper } from './render-paper.ts'
import { storyText } from './story-text.ts'
import { TextDocument } from './TextDocument.tsx'

/** An invoice or its cancellation as PDF, the same whenever it is written. */
export function invoicePdf(
  invoice: Invoice,
  { shopName, transfer }: { shopName: string; transfer: TransferInstructions | null },
): Promise<Buffer> {
  return renderPaper(<InvoiceDocument invoice={invoice} shopName={shopName} transfer={transfer} />)
}

/** Written pages by their words: the terms are the same for many orders. */
const written = new LRUCache<string, Buffer>({ max: 12 })

/** A page of the site as PDF, `null` when there is no such page. @throws {ContentUnavailable} */
export async function storyPdf(
  stories: Pick<StoryFinder, 'findStory'>,
  slug: string,
  {
    locale,
    settings,
    siteUrl,
  }: { locale: Locale; settings: Pick<Settings, 'site' | 'company'>; siteUrl: string },
): Promise<Buffer | null> {
  const found = await stories.findStory(locale, slug)
  if (!found) return null
  const parts = storyText(found, { locale, siteUrl })
  const [first] = parts
  const title = first?.kind === 'title' ? first.text : found.slug
  const { site, company } = settings
  const key = createHash('sha256')
    .update(JSON.stringify([locale, parts, site.name, company, siteUrl]))
    .digest('hex')
  const known = written.get(key)
  if (known) return known
  const made = await renderPaper(
    <TextDocument
      parts={parts}
      title={title}
      shopName={site.name}
      company={company}
      locale={locale}
      siteUrl={siteUrl}
    />,
  )
  written.set(key, made)
  return made
}
