import { Rect, Svg, View } from '@react-pdf/renderer'
import type { Locale } from '#app/language/locales.ts'
import { type TestSheetView, testSheetWords } from '#app/shop/catalogue/test-sheet-view.ts'
import type { Company } from '#app/shop/settings/trade-settings.ts'
import { byPlace } from '#app/ui/by-place.ts'
import { palette } from '../palette.ts'
import { SheetPages } from './Sheet.tsx'
import { Text } from './Text.tsx'
import { sheet as style } from './typography.ts'

export type PrintedSheet = {
  view: TestSheetView
  /** “Rolex Submariner Date, 116610LN, 2016” */
  piece: string
  id: string
  locale: Locale
}

/** What the examination of a piece found, signed, or with room for a signature: as a file, and in the parcel. */
export function TestSheetPages({
  sheet,
  shopName,
  company,
}: {
  sheet: PrintedSheet
  shopName: string
  company: Company
}) {
  const { view, locale } = sheet
  const t = testSheetWords(locale)
  return (
    <SheetPages title={view.title} shopName={shopName} company={company} locale={locale}>
      <View style={{ ...style.row, marginBottom: 18 }}>
        <View style={{ width: '55%' }}>
          <Text style={style.title}>{view.title}</Text>
          <Text>{sheet.piece}</Text>
        </View>
        <View style={{ width: '40%' }}>
          <Text style={{ textAlign: 'right' }}>{t('stockNumber', { id: sheet.id })}</Text>
          {view.serial && <Text style={{ textAlign: 'right' }}>{view.serial}</Text>}
          <Text style={{ textAlign: 'right' }}>{view.examined}</Text>
        </View>
      </View>
      {view.timing && <Timing timing={view.timing} />}
      <View style={{ marginTop: 14 }}>
        {byPlace(view.facts, ({ label, text }) => (
          <View style={{ ...style.row, ...style.rule, paddingVertical: 5, gap: 12 }} wrap={false}>
            <Text style={{ ...style.soft, width: '26%' }}>{label}</Text>
            <Text style={{ width: '72%' }}>{text}</Text>
          </View>
        ))}
      </View>
      <Signature view={view} />
    </SheetPages>
  )
}

/** Whoever examined, in italics over the line where the sheet is signed, and what our records say of it. */
function Signature({ view }: { view: TestSheetView }) {
  const { signature, role } = view
  return (
    <View style={{ marginTop: signature ? 30 : 48, width: '66%' }} wrap={false}>
      {signature && (
        <View style={{ ...style.row, alignItems: 'flex-end', paddingBottom: 3 }}>
          <View>
            <Text style={{ ...style.signature, fontSize: 19 }}>{signature.name}</Text>
            {role && <Text style={style.signature}>{role}</Text>}
          </View>
          <Text style={style.signature}>{signature.day}</Text>
        </View>
      )}
      <View style={{ borderTopWidth: 0.7, borderTopStyle: 'solid', paddingTop: 4 }}>
        {!signature && <Text style={{ fontSize: 8 }}>{view.signed}</Text>}
        <Text style={{ ...style.soft, fontSize: 8 }}>{view.recorded}</Text>
      </View>
    </View>
  )
}

const columns = { position: '25%', rate: '27%', amplitude: '24%', beatError: '24%' } as const

function Timing({ timing }: { timing: NonNullable<TestSheetView['timing']> }) {
  const { heads, rows } = timing
  return (
    <View wrap={false}>
      <Text style={style.strong}>{timing.title}</Text>
      {timing.how && <Text style={style.soft}>{timing.how}</Text>}
      <View style={{ ...style.row, ...style.rule, gap: 0, paddingVertical: 5 }}>
        {(['position', 'rate', 'amplitude', 'beatError'] as const).map((column) => (
          <Text key={column} style={{ ...style.soft, width: columns[column] }}>
            {heads[column]?.replace('\u00ad', '') ?? ''}
          </Text>
        ))}
      </View>
      {rows.map((row) => (
        <View key={row.position} style={{ ...style.row, ...style.rule, gap: 0, paddingVertical: 5 }}>
          <Text style={{ width: columns.position }}>{row.position}</Text>
          <Drawn width={columns.rate} text={row.rate} at={row.drawn.rate} isRate />
          <Drawn
            width={columns.amplitude}
            text={heads.amplitude ? (row.amplitude ?? '–') : ''}
            at={row.drawn.amplitude}
          />
          <Drawn
            width={columns.beatError}
            text={heads.beatError ? (row.beatError ?? '–') : ''}
            at={row.drawn.beatError}
          />
        </View>
      ))}
      <Text style={{ marginTop: 5 }}>{timing.mean}</Text>
    </View>
  )
}

/** A figure and its share as a line of 100 by 4. */
function Drawn({
  width,
  text,
  at,
  isRate = false,
}: {
  width: string
  text: string
  at: number | null
  isRate?: boolean
}) {
  return (
    <View style={{ width, paddingRight: 14 }}>
      <Text>{text}</Text>
      {at !== null && (
        <Svg
          viewBox="0 0 100 4"
          style={{ width: '100%', height: 4, marginTop: 2 }}
          preserveAspectRatio="none"
        >
          <Rect x={0} y={1} width={100} height={2} fill={palette.line} />
          {isRate ? (
            <>
              <Rect x={49.7} y={0} width={0.6} height={4} fill={palette.soft} />
              <Rect x={Math.min(98, at * 100)} y={0} width={2} height={4} fill={palette.green} />
            </>
          ) : (
            <Rect x={0} y={1} width={at * 100} height={2} fill={palette.green} />
          )}
        </Svg>
      )}
    </View>
  )
}
