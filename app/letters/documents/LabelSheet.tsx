import { Document, Page, Path, Svg, View } from '@react-pdf/renderer'
import type { ReactNode } from 'react'
import { encode } from 'uqr'
import type { Locale } from '#app/language/locales.ts'
import { byPlace } from '#app/ui/by-place.ts'
import type { LabelFormat } from '../label-formats.ts'
import { palette } from '../palette.ts'
import { Text } from './Text.tsx'
import { usualFamilies } from './typefaces.ts'

/** What stands on a label. */
export type Label = {
  number: string
  /** What its code says to whoever scans it. */
  code: string
  name: string
  /** Reference, or ring size and metal. */
  detail: string
  price: string
  tax: string
}

const points = 72 / 25.4

type OnSheets = {
  format: LabelFormat
  start: number
  locale: Locale
  shopName: string
  title: string
}

/** Labels of pieces on sheets, the first at place `start` (from 1) of the first page. */
export function LabelSheet({ labels, ...sheets }: OnSheets & { labels: readonly Label[] }) {
  return (
    <Sheets labels={labels} {...sheets}>
      {(label, box) => <OneLabel label={label} {...box} />}
    </Sheets>
  )
}

/** Where a label lies on its page; points. */
export type LabelBox = { left: number; top: number; width: number; height: number }

/** Labels of any kind on sheets; `children` draws one into its box. */
export function Sheets<Content>({
  labels,
  format,
  start,
  locale,
  shopName,
  title,
  children,
}: OnSheets & { labels: readonly Content[]; children: (label: Content, box: LabelBox) => ReactNode }) {
  const perPage = format.columns * format.rows
  const places: (Content | null)[] = [...Array.from({ length: (start - 1) % perPage }, () => null), ...labels]
  const pages = Array.from({ length: Math.ceil(places.length / perPage) }, (_, page) =>
    places.slice(page * perPage, (page + 1) * perPage),
  )
  return (
    <Document title={title} language={locale} creator={shopName} producer={shopName}>
      {byPlace(pages, (page) => (
        <Page
          size={[format.page.width * points, format.page.height * points]}
          style={{ fontFamily: usualFamilies, color: palette.ink, lineHeight: 1.15 }}
        >
          {byPlace(placed(page, format), ({ label, box }) => children(label, box))}
        </Page>
      ))}
    </Document>
  )
}

function placed<Content>(
  page: readonly (Content | null)[],
  { columns, margin, step, label: size }: LabelFormat,
) {
  return page.flatMap((label, at) =>
    label === null
      ? []
      : [
          {
            label,
            box: {
              left: (margin.left + (at % columns) * step.x) * points,
              top: (margin.top + Math.floor(at / columns) * step.y) * points,
              width: size.width * points,
              height: size.height * points,
            },
          },
        ],
  )
}

function OneLabel({ label, left, top, width, height }: LabelBox & { label: Label }) {
  const padding = height < 50 ? 3 : 6
  const code = Math.min(height - 2 * padding, width / 2.6)
  const small = height < 70
  const size = small ? 5.5 : 7.5
  return (
    <View
      style={{
        position: 'absolute',
        left,
        top,
        width,
        height,
        padding,
        flexDirection: 'row',
        gap: padding,
        overflow: 'hidden',
      }}
    >
      <Code text={label.code} size={code} />
      <View
        style={{ flexGrow: 1, flexShrink: 1, flexBasis: 0, justifyContent: 'space-between', fontSize: size }}
      >
        <View>
          <Text style={{ fontWeight: 600, maxLines: small ? 1 : 2, textOverflow: 'ellipsis' }}>
            {label.name}
          </Text>
          {label.detail !== '' && (
            <Text style={{ maxLines: 1, textOverflow: 'ellipsis' }}>{label.detail}</Text>
          )}
        </View>
        <View>
          <Text style={{ fontWeight: 600, fontSize: size * 1.45 }}>{label.price}</Text>
          <Text style={{ fontSize: size * 0.8, maxLines: 1, textOverflow: 'ellipsis' }}>{label.tax}</Text>
          <Text>{label.number}</Text>
        </View>
      </View>
    </View>
  )
}

/** Black on white with its quiet zone, as one path. */
function Code({ text, size: side }: { text: string; size: number }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <Svg viewBox={`0 0 ${size} ${size}`} style={{ width: side, height: side }}>
      <Path d={modules.join('')} fill={palette.ink} />
    </Svg>
  )
}
