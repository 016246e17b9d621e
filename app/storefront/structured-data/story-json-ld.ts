import type { AnyBlock } from '#app/blocks/block.ts'
import { withNested } from '#app/blocks/frame/place.ts'
import { pictureSources } from '#app/blocks/media/picture-sources.ts'
import type { RootContent } from '#app/blocks/parse-blocks.ts'
import { readableText } from '#app/blocks/readable-text.ts'
import { plainText } from '#app/blocks/text/document.ts'
import type { FoundStory } from '#app/content/story.ts'
import { type Locale, languageTags } from '#app/language/locales.ts'
import { pathTo, type RouteName } from '#app/language/route-table.ts'
import type { Branch, Settings } from '#app/shop/settings/settings.ts'
import { branchesAsOpen } from '#app/shop/settings/vacation.ts'
import type { JsonLdNode, PageFacts, TrailStep } from './json-ld.ts'
import { shortName } from './page-graph.ts'
import { branchJsonLd, shopId, shopJsonLd, shopReference, websiteJsonLd } from './shop-json-ld.ts'

type Shop = { siteUrl: string; settings: Settings; locale: Locale; now: Date }

const kinds: Partial<Record<RouteName, PageFacts['page']>> = {
  'about-us': 'AboutPage',
  contact: 'ContactPage',
  faq: 'FAQPage',
}
/** Pages about the shop itself say who it is and where its branches are. */
const aboutTheShop: readonly RouteName[] = ['index', 'about-us', 'contact', 'imprint', 'sell']

/** What a page made of blocks tells: who the shop is, what it does in a city, which questions it answers. */
export function storyFacts(
  name: RouteName | null,
  page: { title: string | null; blocks: readonly AnyBlock[] },
  shop: Shop,
): PageFacts {
  const { siteUrl, settings, locale, now } = shop
  const branches = branchesAsOpen(settings)
  const questions = questionsIn(page.blocks)
  const nodes: JsonLdNode[] = []
  if (name !== null && aboutTheShop.includes(name)) {
    nodes.push(shopJsonLd(siteUrl, settings, locale))
    nodes.push(...branches.map((branch) => branchJsonLd(siteUrl, branch, locale, now)))
  }
  if (name === 'index') nodes.push(websiteJsonLd(siteUrl, settings, locale))
  const branch = name === null ? undefined : branchOf(name, branches)
  if (branch) nodes.push(branchJsonLd(siteUrl, branch, locale, now))
  const service = name === null ? null : buyingService(name, page.title ?? '', branch, shop)
  if (service) nodes.push(service)
  const kind = name === null ? undefined : kinds[name]
  const answers = questions.length > 0 ? { mainEntity: questions } : {}
  if (kind !== 'FAQPage' && questions.length > 0) nodes.push({ '@type': 'FAQPage', ...answers })
  return {
    ...(kind && { page: kind }),
    ...(kind === 'FAQPage' && { about: answers }),
    ...(name === 'contact' || name === 'about-us'
      ? { about: { mainEntity: { '@id': shopId(siteUrl) } } }
      : {}),
    ...(name?.startsWith('sell-') && page.title ? { trail: [step(locale, 'sell'), step(locale, name)] } : {}),
    nodes,
  }
}

function step(locale: Locale, name: RouteName): TrailStep {
  return { name: shortName(locale, name) ?? name, path: pathTo(locale, name as 'index') }
}

function branchOf(name: RouteName, branches: readonly Branch[]): Branch | undefined {
  return name.startsWith('sell-') ? branches.find(({ id }) => name.endsWith(`-${id}`)) : undefined
}

function buyingService(
  name: RouteName,
  title: string,
  branch: Branch | undefined,
  { siteUrl, settings, locale }: Shop,
): JsonLdNode | null {
  if (name !== 'sell' && name !== 'gold-purchase-calculator' && !branch) return null
  return {
    '@type': 'Service',
    name: title,
    serviceType: 'Ankauf von Gold, Schmuck und Uhren',
    url: `${siteUrl}${pathTo(locale, name as 'index')}`,
    provider: branch ? { '@id': `${siteUrl}/#branch-${branch.id}` } : shopReference(siteUrl, settings),
    areaServed: branch ? { '@type': 'City', name: branch.city } : { '@type': 'Country', name: 'Deutschland' },
  }
}

function questionsIn(blocks: readonly AnyBlock[]): JsonLdNode[] {
  return blocks
    .flatMap((block) => [...withNested(block)])
    .flatMap((block) => (block.component === 'faq' ? block.items : []))
    .map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: plainText(answer) },
    }))
}

/** An article with its dates, its author and what stands around it. */
export function articleFacts(
  content: RootContent<'article'>,
  found: FoundStory,
  shop: Omit<Shop, 'now'> & { path: string; topic: string; image: string | null },
): PageFacts {
  const { siteUrl, settings, locale, path, topic, image } = shop
  const { title, teaser, author, date, body } = content
  return {
    trail: [step(locale, 'knowledge'), { name: title, path }],
    nodes: [
      {
        '@type': 'Article',
        '@id': `${siteUrl}${path}#article`,
        headline: title,
        description: teaser,
        image: image === null ? undefined : [image],
        datePublished: date,
        dateModified: modifiedOn(content, found),
        inLanguage: languageTags[locale],
        articleSection: topic,
        wordCount: readableText(body).split(/\s+/).length,
        author: author ? { '@type': 'Person', name: author } : shopReference(siteUrl, settings),
        publisher: {
          ...shopReference(siteUrl, settings),
          logo: `${siteUrl}/icon-512.png`,
        },
        mainEntityOfPage: { '@id': `${siteUrl}${path}` },
      },
    ],
  }
}

/** The day an article was last published, never before the day it bears. */
export function modifiedOn({ date }: RootContent<'article'>, { story }: FoundStory): string {
  const published = story.published_at?.slice(0, 10) ?? date
  return published > date ? published : date
}

/** Where the picture of a page or an article can be had, wide enough for search results. */
export function widestAddress(picture: RootContent<'article'>['image'], siteUrl: string): string | null {
  if (!picture) return null
  const widest = pictureSources(picture, 'natural').other.split(', ').at(-1)?.split(' ')[0]
  return widest ? new URL(widest, siteUrl).href : null
}
