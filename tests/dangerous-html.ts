/** Elements and attributes that rich text may render. */
const textElements = new Set(
  'div section p h2 h3 h4 h5 h6 ul ol li blockquote pre code hr br strong em s sub sup mark span a figure figcaption picture source img table thead tbody tr th td'.split(
    ' ',
  ),
)
const textAttributes = new Set(
  'class id href hreflang target rel lang start src srcset alt width height loading decoding type sizes scope colspan rowspan tabindex role aria-label'.split(
    ' ',
  ),
)

/** Elements that no block renders on the server, whatever its content. */
const forbidden =
  /^(?:script|style|iframe|object|embed|base|meta|applet|frame|frameset|math|template|animate|set)$/i

/**
 * What in the HTML must not be there. React escapes quotes and angle brackets in text and attributes, so tags can be
 * told apart this simply. Text is held to its list; blocks have more elements, but none of the dangerous kinds.
 */
export function dangers(html: string, of: 'text' | 'blocks' = 'text'): string[] {
  const found: string[] = []
  for (const [, tag = '', rest = ''] of html.matchAll(/<([a-zA-Z][^\s/>]*)([^>]*)>/g)) {
    if (of === 'text' ? !textElements.has(tag) : forbidden.test(tag)) found.push(`<${tag}>`)
    for (const [, name = '', value = ''] of rest.matchAll(/([^\s=/"]+)(?:="([^"]*)")?/g)) {
      if (
        of === 'text'
          ? !textAttributes.has(name.toLowerCase())
          : /^(?:on|style$|srcdoc$|formaction$|xlink)/i.test(name)
      ) {
        found.push(`${tag} ${name}`)
      }
      if (/^(?:href|action)$/i.test(name) && !/^(?:\/(?!\/)|#|https?:\/\/|mailto:|tel:)/.test(value)) {
        found.push(`${name} ${value}`)
      }
      if (
        /^src$/i.test(name) &&
        !/^(?:\/api\/(?:assets|photos)\/|https:\/\/a\.storyblok\.com\/)/.test(value)
      ) {
        found.push(`src ${value}`)
      }
    }
  }
  return found
}
