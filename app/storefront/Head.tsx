import { useActionData, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { FormAgain } from '#app/forms/form-again.ts'
import { type Locale, languageTags, locales } from '#app/language/locales.ts'
import { titleFromPath } from '#app/language/title-from-path.ts'
import { canonicalAddress, fallbackLocale, fullTitle, type PageMeta } from './page-meta.ts'
import { useShell } from './shell-data.ts'

/**
 * Title, description, canonical, alternates and social card of one page; every page renders exactly one. The title
 * says when a form on it came back with faults.
 * React lifts these elements into the document's head, on the server and in the browser.
 */
export function Head({ meta }: { meta: PageMeta }) {
  const { site } = useShell()
  const { pathname } = useLocation()
  const t = useTranslations('layout')
  const name = meta.title ?? titleFromPath(pathname)
  const shown = useActionData<FormAgain>()?.atFault ? t('atFault', { title: name }) : name
  const title = fullTitle(shown, site.titleSeparator, site.name)
  const path = meta.addresses[site.currentLocale] ?? pathname
  const canonical = canonicalAddress(site.url, path, meta.query)
  const description = meta.description ?? site.description
  const image = meta.image ?? { src: site.card, alt: `${site.name}: ${site.description}`, card: true }
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {!meta.index && <meta name="robots" content={meta.secret ? 'noindex, nofollow' : 'noindex, follow'} />}
      {!meta.secret && <link rel="canonical" href={canonical} />}
      {!meta.secret && <Alternates meta={meta} />}
      <link rel="alternate" type="application/rss+xml" href={`/${site.currentLocale}/arrivals.xml`} />
      <link rel="manifest" href={`/${site.currentLocale}/manifest.webmanifest`} />
      <meta property="og:type" content={meta.article ? 'article' : 'website'} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={meta.title ?? title} />
      <meta property="og:description" content={description} />
      {!meta.secret && <meta property="og:url" content={canonical} />}
      <meta property="og:locale" content={openGraphLocale(site.currentLocale)} />
      {locales
        .filter((locale) => locale !== site.currentLocale && meta.addresses[locale] !== undefined)
        .map((locale) => (
          <meta key={locale} property="og:locale:alternate" content={openGraphLocale(locale)} />
        ))}
      <meta property="og:image" content={new URL(image.src, site.url).href} />
      {image.card && <meta property="og:image:width" content="1200" />}
      {image.card && <meta property="og:image:height" content="630" />}
      <meta property="og:image:alt" content={image.alt} />
      {meta.article && <ArticleFacts {...meta.article} />}
      <meta name="twitter:card" content="summary_large_image" />
      {site.twitter && <meta name="twitter:site" content={site.twitter} />}
    </>
  )
}

const openGraphLocale = (locale: Locale) => languageTags[locale].replace('-', '_')

function ArticleFacts({ published, modified, section, author }: NonNullable<PageMeta['article']>) {
  return (
    <>
      <meta property="article:published_time" content={published} />
      <meta property="article:modified_time" content={modified} />
      <meta property="article:section" content={section} />
      {author && <meta name="author" content={author} />}
    </>
  )
}

/** One link per language in which the page exists, and the default for everybody else. */
function Alternates({ meta }: { meta: PageMeta }) {
  const { site } = useShell()
  const link = (id: string, hreflang: string, locale: Locale) => {
    const path = meta.addresses[locale]
    if (path === undefined) return null
    const attributes = {
      hid: id,
      rel: 'alternate',
      href: canonicalAddress(site.url, path, meta.query),
      hrefLang: hreflang,
    }
    return <link key={id} {...attributes} />
  }
  const fallback = fallbackLocale(meta.addresses, site.defaultLocale)
  return (
    <>
      {locales.map((locale) => link(`i18n-alt-${locale}`, locale, locale))}
      {fallback && link('i18n-xd', 'x-default', fallback)}
    </>
  )
}
