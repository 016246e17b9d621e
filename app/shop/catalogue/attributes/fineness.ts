import { formatNumber } from '#app/language/formats.ts'
import { attribute, type Say } from './attribute.ts'
import { figure } from './columns.ts'
import { figureValue } from './values.ts'

const carats: Record<string, string> = {
  333: '8k 8kt 8ct 8 Karat carat kt',
  375: '9k 9kt 9ct 9 Karat carat kt',
  585: '14k 14kt 14ct 14 Karat carat kt',
  750: '18k 18kt 18ct 18 Karat carat kt',
  900: '21k 21kt 21ct',
  916: '22k 22kt 22ct 22 Karat carat kt',
  986: '23k 23kt 23ct',
  999: '24k 24kt 24ct 24 Karat carat kt',
}

const values = ['333', '375', '585', '750', '800', '835', '900', '916', '925', '950', '986', '999'].map(
  (stamp) => ({ ...figureValue(stamp), ...(carats[stamp] && { search: carats[stamp] }) }),
)

const words = {
  karat: { de: '{fineness} ({karat}\u00a0kt)', en: '{fineness} ({karat}\u00a0ct)' },
  sterling: { de: '{fineness} (Sterling)', en: '{fineness} (sterling)' },
}

/** Parts per thousand; said with the metal. Also of watches of precious metal. */
export const fineness = attribute(figure('fineness', 'numeric(4, 1)', { min: 1, max: 999.9 }), {
  id: 'fineness',
  label: { de: 'Feingehalt', en: 'Fineness' },
  part: 'piece',
  key: 'fineness',
  file: { in: { watch: 'optional', jewellery: 'optional', bullion: 'required' } },
  card: true,
  words,
  form: { fineness: { unit: '‰' } },
  filter: {
    slug: { de: 'feingehalt', en: 'fineness' },
    panel: { jewelry: 120 },
    ordinal: true,
    givenUp: 50,
    heading: {
      rank: 170,
      any: { de: { after: 'mit Feingehalt {values}' }, en: { after: 'of fineness {values}' } },
    },
    values,
    // 999.9 is found under 999, 917 under 916
    of: (value) => (value === null ? null : String(Math.floor(value) === 917 ? 916 : Math.floor(value))),
    named: true,
  },
  search: { reading: 'figure', terms: [['fineness', '917', `${carats[916]} 916`]] },
})

/** Per mille of gold → carat, as the trade says it. */
const karats: Record<string, number> = {
  333: 8,
  375: 9,
  417: 10,
  585: 14,
  750: 18,
  800: 19.2,
  833: 20,
  875: 21,
  900: 21.6,
  916: 22,
  917: 22,
  958: 23,
  986: 23.6,
  999: 24,
  999.9: 24,
}

/** „585 (14 kt)“, „925 (Sterling)“. */
export function finenessText(metal: string, perMille: number | null, say: Say): string | null {
  if (perMille === null) return null
  const fineness = formatNumber(perMille, say.locale, { maximumFractionDigits: 1, useGrouping: false })
  const karat = metal.endsWith('gold') ? karats[perMille] : undefined
  if (karat !== undefined) return say.in(words.karat, { fineness, karat: formatNumber(karat, say.locale) })
  return metal === 'silver' && perMille === 925 ? say.in(words.sterling, { fineness }) : fineness
}
