import { Image, View } from '@react-pdf/renderer'
import type { Locale } from '#app/language/locales.ts'
import type { Company } from '#app/shop/settings/trade-settings.ts'
import { byPlace } from '#app/ui/by-place.ts'
import { Sheet } from './Sheet.tsx'
import { Text } from './Text.tsx'
import { sheet } from './typography.ts'

/** Something as it is read: a text, several of it, or what it is made of under its names. */
export type CopyValue =
  | string
  | { list: readonly CopyValue[] }
  | { fields: readonly { label: string; value: CopyValue }[] }

/** Everything that is kept of somebody, in words of one language. */
export type PersonCopy = {
  locale: Locale
  title: string
  intro: string
  sections: readonly { heading: string; value: CopyValue }[]
  /** What is above the photos. */
  photos: string
}

/** A person's data on our paper. `photos`: JPEG, each with its caption. */
export function PersonCopyDocument({
  copy: { locale, title, intro, sections, photos: heading },
  photos,
  shopName,
  company,
}: {
  copy: PersonCopy
  photos: readonly { name: string; jpeg: Buffer }[]
  shopName: string
  company: Company
}) {
  return (
    <Sheet title={title} shopName={shopName} company={company} locale={locale}>
      <Text style={sheet.title}>{title}</Text>
      <Text style={{ ...sheet.soft, marginBottom: 12 }}>{intro}</Text>
      {byPlace(sections, (section) => (
        <>
          <Heading>{section.heading}</Heading>
          <Value value={section.value} />
        </>
      ))}
      {photos.length > 0 && <Heading>{heading}</Heading>}
      {photos.map(({ name, jpeg }) => (
        <View key={name} wrap={false} style={{ marginBottom: 10 }}>
          <Image src={jpeg} style={{ maxWidth: 300, maxHeight: 300, objectFit: 'contain' }} />
          <Text style={sheet.soft}>{name}</Text>
        </View>
      ))}
    </Sheet>
  )
}

function Heading({ children }: { children: string }) {
  return (
    <Text style={{ ...sheet.strong, fontSize: 13, marginTop: 16, marginBottom: 6 }} minPresenceAhead={60}>
      {children}
    </Text>
  )
}

function Value({ value }: { value: CopyValue }) {
  if (typeof value === 'string') return <Text>{value}</Text>
  if ('list' in value)
    return byPlace(value.list, (each) => (
      <View style={{ ...sheet.rule, paddingTop: 4, paddingBottom: 4 }}>
        <Value value={each} />
      </View>
    ))
  return byPlace(value.fields, ({ label, value: each }) =>
    typeof each === 'string' ? (
      <View style={{ flexDirection: 'row', gap: 10 }}>
        <Text style={{ ...sheet.soft, width: 110 }}>{label}</Text>
        <Text style={{ flex: 1 }}>{each}</Text>
      </View>
    ) : (
      <View style={{ marginTop: 2, marginBottom: 2 }}>
        <Text style={sheet.soft} minPresenceAhead={20}>
          {label}
        </Text>
        <View style={{ marginLeft: 14 }}>
          <Value value={each} />
        </View>
      </View>
    ),
  )
}
