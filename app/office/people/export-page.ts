import type { CopyValue, PersonCopy } from '#app/letters/documents/PersonCopyDocument.tsx'
import type { PersonExport } from '#app/shop/people/export-person.ts'

/** A person's data as a page that anybody can read and print: one file, with nothing that is fetched from anywhere. */
export function exportPage(copy: PersonCopy, photos: PersonExport['photos']): string {
  const pictures = photos.map(
    ({ sellRequest, name, type, base64 }) =>
      `<figure><img alt="${escaped(name)}" src="data:${escaped(type)};base64,${base64}"><figcaption>${escaped(`${sellRequest} · ${name}`)}</figcaption></figure>`,
  )
  const sections = copy.sections.map(({ heading, value }) => `<h2>${escaped(heading)}</h2>${shown(value)}`)
  return [
    `<!doctype html><html lang="${copy.locale}"><head><meta charset="utf-8"><title>${escaped(copy.title)}</title>`,
    '<style>body{font:16px/1.5 sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.2rem;margin:.4rem 0 1.2rem}dt{color:#555}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}ol{padding-left:1.2rem}img{max-width:100%}h2{border-top:1px solid #ccc;padding-top:1rem}</style>',
    `</head><body><h1>${escaped(copy.title)}</h1><p>${escaped(copy.intro)}</p>`,
    ...sections,
    ...(pictures.length > 0 ? [`<h2>${escaped(copy.photos)}</h2>`, ...pictures] : []),
    '</body></html>',
  ].join('\n')
}

function shown(value: CopyValue): string {
  if (typeof value === 'string') return escaped(value)
  if ('list' in value) return `<ol>${value.list.map((each) => `<li>${shown(each)}</li>`).join('')}</ol>`
  return `<dl>${value.fields
    .map(({ label, value: each }) => `<dt>${escaped(label)}</dt><dd>${shown(each)}</dd>`)
    .join('')}</dl>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
