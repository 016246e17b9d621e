import { z } from 'zod'
import { attribute } from './attribute.ts'
import { partialDate, together, whole } from './columns.ts'

const bar = whole('water_resistance_bar', { min: 0, max: 2000 })
const testedOn = partialDate('water_tested_on')

const words = {
  water: {
    de: 'Herstellerangabe {bar}\u00a0bar; Dichtheit gebrauchter Uhren nicht zugesichert',
    en: '{bar}\u00a0bar stated by the maker; not guaranteed on a pre-owned watch',
  },
  tested: { de: '; zuletzt geprüft: {date}', en: '; last tested: {date}' },
}

/** The maker's figure, never assured for a used watch, and when tightness was last tested. */
export const waterResistance = attribute(
  together<{ bar: typeof bar; testedOn: typeof testedOn }, { bar: number; testedOn: string | null } | null>(
    { bar, testedOn },
    z.strictObject({
      bar: bar.schema,
      testedOn: testedOn.schema.nullish().transform((value) => value ?? null),
    }),
    ({ bar, testedOn }) => (bar === null ? null : { bar, testedOn }),
  ),
  {
    id: 'water-resistance',
    label: { de: 'Wasserdichtheit', en: 'Water resistance' },
    part: 'watch',
    key: 'waterResistance',
    words,
    claim: {
      de: /(?:wasser|spritzwasser|druck)\S*(?:dicht|fest|geschützt)|tauchtauglich|\b\d+\s*(?:bar|atm)\b/iu,
      en: /(?:water|splash)[-\s]?(?:resist|proof|tight)|suitable for diving|\b\d+\s*(?:bar|atm)\b/iu,
    },
    form: {
      water_resistance_bar: {
        label: { de: 'Wasserdichtheit laut Hersteller', en: 'Water resistance stated by the maker' },
        unit: 'bar',
      },
      water_tested_on: { label: { de: 'Dichtheit zuletzt geprüft', en: 'Tightness last tested' } },
    },
    fact: {
      place: { watch: 210 },
      text: ({ bar, testedOn }, say) =>
        say.in(words.water, { bar: say.number(bar) }) +
        (testedOn ? say.in(words.tested, { date: say.date(testedOn) }) : ''),
    },
    search: {
      terms: [['style', 'diver', 'Taucher Tauch diver divers diving dive']],
    },
  },
)
