import type { Locale } from '#app/language/locales.ts'
import type { PersonExport } from '#app/shop/people/export-person.ts'
import { peopleWords } from './people-words.ts'

/** A person's data as a page that anybody can read and print: one file, with nothing that is fetched from anywhere. */
export function exportPage(data: PersonExport, locale: Locale): string {
  const t = peopleWords(locale)
  const labelOf = (key: string) => {
    const name = `labels.${key}` as 'labels.name'
    return t.has(name) ? t(name) : key
  }
  const { format: _, version: __, photos, ...parts } = data
  const pictures = photos.map(
    ({ sellRequest, name, type, base64 }) =>
      `<figure><img alt="${escaped(name)}" src="data:${escaped(type)};base64,${base64}"><figcaption>${escaped(`${sellRequest} · ${name}`)}</figcaption></figure>`,
  )
  const sections = Object.entries(parts)
    .filter(([, value]) => !isEmpty(value))
    .map(([key, value]) => `<h2>${escaped(labelOf(key))}</h2>${shown(value, { locale, labelOf })}`)
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escaped(t('export.title'))}</title>`,
    '<style>body{font:16px/1.5 sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.2rem;margin:.4rem 0 1.2rem}dt{color:#555}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}ol{padding-left:1.2rem}img{max-width:100%}h2{border-top:1px solid #ccc;padding-top:1rem}</style>',
    `</head><body><h1>${escaped(t('export.title'))}</h1><p>${escaped(t('export.intro'))}</p>`,
    ...sections,
    ...(pictures.length > 0 ? [`<h2>${escaped(labelOf('photos'))}</h2>`, ...pictures] : []),
    '</body></html>',
  ].join('\n')
}

type Words = { locale: Locale; labelOf(key: string): string }

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

function shown(value: unknown, words: Words): string {
  if (Array.isArray(value))
    return `<ol>${value.map((each) => `<li>${shown(each, words)}</li>`).join('')}</ol>`
  if (typeof value !== 'object' || value === null) return escaped(said(value, words.locale))
  const entries = Object.entries(value).filter(([, each]) => !isEmpty(each))
  return `<dl>${entries
    .map(([key, each]) => `<dt>${escaped(words.labelOf(key))}</dt><dd>${inField(key, each, words)}</dd>`)
    .join('')}</dl>`
}

/** Amounts in euros; what else there is as it is. */
function inField(key: string, value: unknown, words: Words): string {
  return key.endsWith('Cents') && typeof value === 'number'
    ? escaped(
        new Intl.NumberFormat(words.locale === 'de' ? 'de-DE' : 'en-GB', {
          ...{ style: 'currency', currency: 'EUR' },
        }).format(value / 100),
      )
    : shown(value, words)
}

function said(value: unknown, locale: Locale): string {
  const text = String(value)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return text
  const tag = locale === 'de' ? 'de-DE' : 'en-GB'
  return new Intl.DateTimeFormat(tag, {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Berlin' },
  }).format(new Date(text))
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
