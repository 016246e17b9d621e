import { Link, View } from '@react-pdf/renderer'
import type { Locale } from '#app/language/locales.ts'
import type { Company } from '#app/shop/settings/trade-settings.ts'
import { byPlace } from '#app/ui/by-place.ts'
import { palette } from '../palette.ts'
import { Sheet } from './Sheet.tsx'
import type { Run, TextPart } from './story-text.ts'
import { Text } from './Text.tsx'
import { sheet } from './typography.ts'

/** A page of the site on paper, such as the terms. Links lead to `siteUrl`. */
export function TextDocument({
  parts,
  title,
  shopName,
  company,
  locale,
  siteUrl,
}: {
  parts: readonly TextPart[]
  title: string
  shopName: string
  company: Company
  locale: Locale
  siteUrl: string
}) {
  return (
    <Sheet title={title} shopName={shopName} company={company} locale={locale}>
      {byPlace(withHeadings(parts), (group) =>
        group.length === 1 ? (
          <Parts of={group} siteUrl={siteUrl} />
        ) : (
          <View wrap={false}>
            <Parts of={group} siteUrl={siteUrl} />
          </View>
        ),
      )}
    </Sheet>
  )
}

/** More letters do not fit onto what is left of most pages, and a paragraph may be longer than a page. */
const mostKept = 1_200

/** Headings with what they head, to stay on one page; everything else by itself. */
function withHeadings(parts: readonly TextPart[]): TextPart[][] {
  const groups: TextPart[][] = []
  for (const part of parts) {
    const group = groups.at(-1)
    const follows = group?.at(-1)?.kind === 'heading'
    const length = 'runs' in part ? part.runs.reduce((sum, { text }) => sum + text.length, 0) : 0
    if (group && follows && length <= mostKept) group.push(part)
    else groups.push([part])
  }
  return groups
}

function Parts({ of, siteUrl }: { of: readonly TextPart[]; siteUrl: string }) {
  return byPlace(of, (part) => <Part part={part} siteUrl={siteUrl} />)
}

function Part({ part, siteUrl }: { part: TextPart; siteUrl: string }) {
  switch (part.kind) {
    case 'title':
      return <Text style={sheet.title}>{part.text}</Text>
    case 'lead':
      return <Text style={{ ...sheet.soft, marginBottom: 12 }}>{part.text}</Text>
    case 'heading':
      return (
        <Text
          style={{
            ...sheet.strong,
            fontSize: part.level <= 2 ? 13 : 10.5,
            marginTop: part.level <= 2 ? 14 : 8,
            marginBottom: 4,
          }}
          minPresenceAhead={40}
        >
          {part.text}
        </Text>
      )
    case 'paragraph':
      return (
        <Text style={{ marginBottom: 6 }}>
          <Runs runs={part.runs} siteUrl={siteUrl} />
        </Text>
      )
    case 'item':
      return (
        <View style={{ flexDirection: 'row', marginBottom: 4, marginLeft: part.depth * 16 }}>
          <Text style={{ width: 18 }}>{part.mark}</Text>
          <Text style={{ flex: 1 }}>
            <Runs runs={part.runs} siteUrl={siteUrl} />
          </Text>
        </View>
      )
  }
}

function Runs({ runs, siteUrl }: { runs: readonly Run[]; siteUrl: string }) {
  return runs.map(({ place, text, bold, href }) => {
    const style = { fontWeight: bold ? 600 : 400 }
    return href === null ? (
      <Text key={place} style={style}>
        {text}
      </Text>
    ) : (
      <Link key={place} src={new URL(href, siteUrl).href} style={{ ...style, color: palette.green }}>
        <Text>{text}</Text>
      </Link>
    )
  })
}
